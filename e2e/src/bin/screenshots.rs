//! Takes a picture of every screen on every device: `screenshots FOLDER [WORD [SIZE ...]]`, with
//! sizes such as `320x568`, for a touch screen `320x568t`.

use std::path::PathBuf;

use quintet_e2e::{Device, SCREENS};

const DEVICES: [Device; 4] =
    [Device::DESKTOP, Device::DESKTOP.sized(2560, 1440), Device::PHONE, Device::PHONE_SIDEWAYS];

/// How many frames a screen is shown before its picture is taken.
const FRAMES: u32 = 12;

/// The device with this size.
fn sized(size: &str) -> Device {
    let device = if size.ends_with('t') { Device::PHONE } else { Device::DESKTOP };
    let (width, height) = size.trim_end_matches('t').split_once('x').expect("WIDTHxHEIGHT");
    device.sized(width.parse().expect("a width"), height.parse().expect("a height"))
}

fn main() {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.expect("usage: screenshots FOLDER");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    // Only the screens whose names contain this word, if there is one.
    let word = std::env::args().nth(2).unwrap_or_default();
    let sizes: Vec<Device> = std::env::args().skip(3).map(|size| sized(&size)).collect();
    let server = std::env::var("QUINTET_SERVER").expect("`cargo xtask screenshots` sets it");
    for device in if sizes.is_empty() { DEVICES.to_vec() } else { sizes } {
        for (name, open) in SCREENS.iter().filter(|(name, _)| name.contains(&word)) {
            let shown = open(device, &server);
            shown.page.wait_for_stillness();
            // Boards are painted in the frames after they are made.
            (0..FRAMES).for_each(|_| shown.page.show_frame());
            let path = folder.join(format!("{name}-{}x{}.png", device.width, device.height));
            std::fs::write(&path, shown.page.screenshot()).expect("the picture can be written");
            println!("{}", path.display());
        }
    }
}
