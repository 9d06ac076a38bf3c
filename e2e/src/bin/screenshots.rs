//! Takes a picture of every screen on every device: `screenshots FOLDER`.

use std::path::PathBuf;

use quintet_e2e::Device;

const DEVICES: [Device; 3] = [Device::DESKTOP, Device::PHONE, Device::PHONE_SIDEWAYS];

/// A screen's name and the way to it.
type Shot = (&'static str, fn(Device) -> quintet_e2e::Page);

const SHOTS: [Shot; 1] = [("start", |device| device.open("/marathon"))];

fn main() {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.expect("usage: screenshots FOLDER");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for device in DEVICES {
        for (name, open) in SHOTS {
            let page = open(device);
            page.wait_for_stillness();
            let path = folder.join(format!("{name}-{}x{}.png", device.width, device.height));
            std::fs::write(&path, page.screenshot()).expect("the picture can be written");
            println!("{}", path.display());
        }
    }
}
