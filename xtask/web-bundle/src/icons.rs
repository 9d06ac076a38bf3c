//! The app's icons, drawn in code: a T of four glowing blocks on the void.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

type Colour = [f32; 3];

const VOID: Colour = [5.0, 6.0, 16.0];
const HAZE: Colour = [34.0, 16.0, 72.0];
const BLOCK: Colour = [182.0, 92.0, 255.0];
const EDGE: Colour = [236.0, 214.0, 255.0];
const SHADE: Colour = [92.0, 30.0, 160.0];

/// The T, in cells from the middle of the icon.
const CELLS: [(f32, f32); 4] = [(0.0, -0.5), (-1.0, 0.5), (0.0, 0.5), (1.0, 0.5)];

/// Every icon by its plain name.
pub(crate) fn all() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("icon-192.png", icon(192, 0.235)),
        ("icon-512.png", icon(512, 0.235)),
        // A launcher may cut a maskable icon to a circle: the T keeps to the safe middle.
        ("icon-maskable.png", icon(512, 0.18)),
        ("icon-touch.png", icon(180, 0.22)),
        ("icon-32.png", icon(32, 0.28)),
    ]
}

/// Draws the icon; `cell` is a block's share of the side.
fn icon(side: u32, cell: f32) -> Vec<u8> {
    let mut pixels = Vec::with_capacity((side * (side * 3 + 1)) as usize);
    for y in 0..side {
        // Each row of a PNG begins with its filter: none.
        pixels.push(0);
        for x in 0..side {
            let place = |p: u32| ((p as f32 + 0.5) / side as f32 - 0.5) / cell;
            pixels.extend(colour(place(x), place(y)).map(|c| c.clamp(0.0, 255.0) as u8));
        }
    }
    png(side, &pixels)
}

/// The colour at a place measured in cells from the middle.
fn colour(x: f32, y: f32) -> Colour {
    let mut nearest = f32::MAX;
    for (cx, cy) in CELLS {
        let (dx, dy) = (x - cx, y - cy);
        let (ax, ay) = (dx.abs() - 0.40, dy.abs() - 0.40);
        // Distance to a square with corners rounded by 0.06.
        let distance = ax.max(0.0).hypot(ay.max(0.0)) + ax.max(ay).min(0.0) - 0.06;
        if distance <= 0.0 {
            return block(dx, dy, distance);
        }
        nearest = nearest.min(distance);
    }
    let sky = mix(VOID, HAZE, (0.75 - (x.hypot(y) * 0.28)).clamp(0.0, 1.0));
    mix(sky, BLOCK, 0.75 * (-3.4 * nearest).exp())
}

/// A block lit from above: pale top and left edges, dark below, a soft face between.
fn block(dx: f32, dy: f32, distance: f32) -> Colour {
    let depth = -distance;
    if depth < 0.10 {
        let lit = (-dx - dy) > 0.0;
        return mix(BLOCK, if lit { EDGE } else { SHADE }, 0.62);
    }
    mix(BLOCK, EDGE, (0.24 - dy * 0.42).clamp(0.0, 0.5))
}

fn mix(from: Colour, to: Colour, share: f32) -> Colour {
    std::array::from_fn(|i| from[i] + (to[i] - from[i]) * share)
}

/// A square RGB image as a PNG file.
fn png(side: u32, pixels: &[u8]) -> Vec<u8> {
    let mut header = [side.to_be_bytes(), side.to_be_bytes()].concat();
    header.extend([8, 2, 0, 0, 0]);
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    let packed = packer
        .write_all(pixels)
        .and_then(|()| packer.finish())
        .expect("writing to memory does not fail");
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in [(b"IHDR", &header), (b"IDAT", &packed), (b"IEND", &vec![])] {
        let mut crc = Crc::new();
        crc.update(name);
        crc.update(data);
        file.extend((data.len() as u32).to_be_bytes());
        file.extend(name);
        file.extend(data);
        file.extend(crc.sum().to_be_bytes());
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_icon_is_a_png_of_its_size() {
        let file = icon(32, 0.28);
        assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&file[16..24], [0, 0, 0, 32, 0, 0, 0, 32]);
    }

    #[test]
    fn the_middle_is_block_and_the_corner_is_void() {
        assert!(colour(0.0, 0.5)[0] > 150.0);
        assert!(colour(2.0, -2.0)[0] < 40.0);
    }
}
