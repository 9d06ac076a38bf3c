//! A link as a picture that a phone's camera reads.

use axum::extract::Query;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use quintet_protocol::http::ErrorCode;
use serde::Deserialize;

use crate::answer::Format;

/// No link of ours is longer.
const LONGEST: usize = 300;

/// What the picture is to say.
#[derive(Deserialize)]
pub(crate) struct Words {
    text: String,
}

/// Draws a QR code.
pub(crate) async fn picture(Query(Words { text }): Query<Words>) -> Response {
    let code = Some(text).filter(|text| text.len() <= LONGEST);
    let Some(code) = code.and_then(|text| QrCode::new(text).ok()) else {
        return Format::Json.answer::<()>(Err(ErrorCode::TooLarge));
    };
    let drawn = code.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
    ([(header::CONTENT_TYPE, "image/svg+xml")], drawn).into_response()
}
