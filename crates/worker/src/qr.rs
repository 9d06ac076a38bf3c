//! A link as a QR code.

use qrcode::QrCode;
use qrcode::render::svg;

/// The picture's side in pixels, at least.
const SIDE: u32 = 200;

/// An SVG picture of the code; none if no code holds that much.
pub(crate) fn qr_code(link: &str) -> Option<String> {
    let code = QrCode::new(link).ok()?;
    Some(code.render::<svg::Color<'_>>().min_dimensions(SIDE, SIDE).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_picture_and_a_text_that_is_too_long_does_not() {
        let picture = qr_code("https://quintet.example/#/online/AB23YK").expect("a picture");
        assert!(picture.contains("<svg") && picture.contains("<path"), "{picture}");
        assert_ne!(qr_code("https://quintet.example/#/online/AB23YL"), Some(picture));
        assert_eq!(qr_code(&"x".repeat(3000)), None);
    }
}
