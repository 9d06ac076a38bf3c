//! The files in deploy/cluster agree with each other and with the program.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|problem| panic!("{path}: {problem}"))
}

/// What stands between two words, everywhere in a text.
fn all_between<'a>(text: &'a str, begin: &str, ends: &[char]) -> BTreeSet<&'a str> {
    let rests = text.split(begin).skip(1);
    rests.map(|rest| rest.split(ends).next().unwrap_or(rest)).collect()
}

/// The lines of a compose file below a heading, without what is below those.
fn names_below<'a>(file: &'a str, heading: &str) -> BTreeSet<&'a str> {
    let lines = file.lines().skip_while(|line| *line != heading).skip(1);
    let inside = lines.take_while(|line| line.is_empty() || line.starts_with(' '));
    let names = inside.filter_map(|line| line.strip_prefix("  ")?.split_once(':'));
    names.map(|(name, _)| name).filter(|name| !name.starts_with([' ', '#'])).collect()
}

#[test]
fn every_setting_in_deploy_is_one_that_the_server_has() {
    let help = Command::new(env!("CARGO_BIN_EXE_quintet")).args(["serve", "--help"]).output();
    let help = String::from_utf8(help.expect("help").stdout).expect("text");
    let known = all_between(&help, "QUINTET_", &['=', ']']);
    for path in ["compose.yaml", "quintet-node@.service"] {
        let file = read(&format!("deploy/cluster/{path}"));
        let used = all_between(&file, "QUINTET_", &['=', ':', ' ', ',', '\n']);
        assert!(used.len() >= 4, "{path}: {used:?}");
        let unknown: Vec<_> = used.difference(&known).collect();
        assert!(unknown.is_empty(), "{path} has {unknown:?}, and the server {known:?}");
    }
}

#[test]
fn the_names_addresses_and_volumes_of_the_compose_file_fit() {
    let (compose, nginx, nats) = (
        read("deploy/cluster/compose.yaml"),
        read("deploy/cluster/nginx.conf"),
        read("deploy/cluster/nats.conf"),
    );
    let services = names_below(&compose, "services:");
    for name in all_between(&compose, "nats://", &[',', ':', '\n', '"']) {
        assert!(services.contains(name), "no service is called {name}: {services:?}");
    }
    for name in all_between(&nats, "nats://", &[':']) {
        assert!(services.contains(name), "no service is called {name}: {services:?}");
    }
    // Everything that the proxy sends to has the port that nodes listen on.
    let listen = all_between(&compose, "QUINTET_LISTEN: 0.0.0.0", &['\n']);
    let upstream = all_between(&nginx, "    server ", &[' ']);
    assert_eq!(upstream.len(), 3);
    for node in upstream {
        let (address, port) = node.split_once(':').expect("a port");
        assert!(listen.contains(format!(":{port}").as_str()), "{node}");
        assert!(compose.contains(&format!("ipv4_address: {address} ")), "{node}");
    }
    // The proxy believes the gateway, and the nodes believe the proxy.
    let gateway = all_between(&nginx, "set_real_ip_from ", &[';']);
    assert!(gateway.iter().all(|address| compose.contains(&format!("gateway: {address} }}"))));
    assert_eq!(gateway.len(), 1);
    let proxy = all_between(&compose, "QUINTET_TRUSTED_PROXY: ", &['\n']);
    assert!(proxy.iter().all(|address| compose.contains(&format!("ipv4_address: {address}\n"))));
    assert_eq!(proxy.len(), 1);
    // What has to outlive a container is in a volume of its own.
    let volumes = names_below(&compose, "volumes:");
    for service in services.iter().filter(|name| name.starts_with("nats-")) {
        assert!(compose.contains(&format!("\"{service}:/data\"")), "{service} has no volume");
        assert!(volumes.contains(service), "{service} is no volume");
    }
    assert!(nats.contains("store_dir: /data") && volumes.contains("postgres"));
}

/// During an upgrade the page of one node names files that only its own program has.
#[test]
fn files_that_one_node_lacks_are_asked_of_the_others() {
    let nginx = read("deploy/cluster/nginx.conf");
    let (_, files) = nginx.split_once("location /a/ {").expect("a location for the app's files");
    let (files, _) = files.split_once('}').expect("an end");
    let next = all_between(files, "proxy_next_upstream ", &[';']);
    assert!(next.iter().any(|cases| cases.split(' ').any(|case| case == "http_404")), "{files}");
}

#[test]
fn the_units_start_programs_with_options_that_exist() {
    let node = read("deploy/cluster/quintet-node@.service");
    assert!(node.contains("ExecStart=/usr/local/bin/quintet serve\n"));
    let nats = read("deploy/cluster/quintet-nats.service");
    assert!(nats.contains("ExecStart=/usr/local/bin/nats-server -c /etc/quintet-nats.conf\n"));
    // The folder that systemd makes is the one that the unit's first lines speak of.
    assert!(nats.contains("StateDirectory=quintet-nats\n"));
    assert!(nats.contains("`store_dir: /var/lib/quintet-nats`"));
    let data = all_between(&node, "QUINTET_DATA=/var/lib/", &['\n']);
    let state = all_between(&node, "StateDirectory=", &['\n']);
    assert_eq!(data, state);
}
