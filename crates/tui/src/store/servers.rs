//! The device's identity on each server: a name, and the secret by which the server recognises it.

use quintet_online::Device;
use quintet_protocol::Secret;
use quintet_records::{Document, Json};
use quintet_words::notices;

use super::Store;
use crate::online::ServerAddress;

/// The document. It is not part of a backup, since a secret belongs to one device.
pub(super) const KEY: &str = "servers";

/// The servers that were visited, the last one first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Servers(Vec<(ServerAddress, Device)>);

impl Servers {
    pub(crate) fn load(store: &mut Store) -> Servers {
        store.load(KEY, notices::NAME).unwrap_or_default()
    }

    /// The server that was visited last.
    pub(crate) fn last(&self) -> Option<&ServerAddress> {
        self.0.first().map(|(server, _)| server)
    }

    /// The device's identity on a server; on a new one it starts with the last name used elsewhere.
    pub(crate) fn device(&self, server: &ServerAddress) -> Device {
        let known = self.0.iter().find(|(other, _)| other == server);
        if let Some((_, device)) = known {
            return device.clone();
        }
        let name = self.0.first().map(|(_, device)| device.name.clone());
        Device { name: name.unwrap_or_default(), secret: None }
    }

    /// Keeps the device's identity on a server.
    pub(crate) fn keep(store: &mut Store, server: &ServerAddress, device: &Device) {
        let lock = store.lock();
        let mut servers = Servers::load(store);
        servers.0.retain(|(other, _)| other != server);
        servers.0.insert(0, (server.clone(), device.clone()));
        store.write(KEY, servers.to_json());
        drop(lock);
    }
}

impl Document for Servers {
    fn to_json(&self) -> Json {
        let server = |(server, device): &(ServerAddress, Device)| {
            let secret = device.secret.map(Secret::to_hex);
            Json::object([
                ("address", server.to_string().as_str().into()),
                ("name", device.name.as_str().into()),
                ("secret", secret.as_deref().into()),
            ])
        };
        Json::object([("servers", Json::List(self.0.iter().map(server).collect()))])
    }

    fn from_json(json: &Json) -> Option<Servers> {
        let server = |json: &Json| {
            let secret = json.text("secret").and_then(Secret::from_hex);
            let address = ServerAddress::parse(json.text("address")?).ok()?;
            Some((address, Device { name: json.text("name")?.to_owned(), secret }))
        };
        let servers = json.get("servers")?.items()?.iter().map(server);
        servers.collect::<Option<Vec<_>>>().map(Servers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::Scratch;

    #[test]
    fn each_server_has_its_own_secret_and_only_the_user_reads_it() {
        let mut scratch = Scratch::new();
        let store = &mut scratch.store;
        let server = |name: &str| ServerAddress::parse(name).expect("an address");
        let ada = Device { name: "Ada".to_owned(), secret: Some(Secret([7; 16])) };
        Servers::keep(store, &server("one.example"), &ada);
        Servers::keep(store, &server("two.example"), &Device { secret: None, ..ada.clone() });
        let servers = Servers::load(store);
        assert_eq!(servers.last(), Some(&server("two.example")));
        assert_eq!(servers.device(&server("one.example")), ada);
        let new = servers.device(&server("three.example"));
        assert_eq!((new.name.as_str(), new.secret), ("Ada", None));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(store.path(KEY)).expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let file = scratch.folder.join("backup.json");
        store.export(&file).expect("it can be written");
        let text = std::fs::read_to_string(&file).expect("a file");
        assert!(!text.contains("secret"), "{text}");
        store.import(&file).expect("it is a backup");
        assert_eq!(Servers::load(store).device(&server("one.example")), ada);
    }
}
