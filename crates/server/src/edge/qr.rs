//! A link as a QR code.

use axum::extract::Query;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use quintet_protocol::http::ErrorCode;
use serde::Deserialize;

use crate::edge::answer::Format;

/// No link of the app is longer.
const MAX_LENGTH: usize = 300;

/// The link.
#[derive(Deserialize)]
pub(crate) struct Words {
    text: String,
}

/// Draws the QR code.
pub(crate) async fn picture(Query(Words { text }): Query<Words>) -> Response {
    let code = Some(text).filter(|text| text.len() <= MAX_LENGTH);
    let Some(code) = code.and_then(|text| QrCode::new(text).ok()) else {
        return Format::Json.answer::<()>(Err(ErrorCode::TooLarge));
    };
    let drawn = code.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
    ([(header::CONTENT_TYPE, "image/svg+xml")], drawn).into_response()
}
