//! A match over several servers behind nginx, each of which is killed.

use std::ffi::OsStr;
use std::path::Path;

use quintet_e2e::{Key, Page};
use quintet_words::{online, results};

use crate::online::matches::{begin, board, enter_at, filled, lose, wait_for_play};
use crate::services::nats::{self, Nats};
use crate::services::nginx::{self, Nginx};
use crate::services::node::Node;
use crate::services::postgres::{self, Postgres};

const NODES: usize = 3;

/// Drops one piece after the other until one more lies there, and waits until the other sees it.
fn play_on(page: &Page, other: &Page) {
    wait_for_play(page);
    let before = filled(&board(page, "1"));
    page.wait_until("another piece lies there", || {
        page.press(Key::SPACE);
        page.show_frames(20);
        filled(&board(page, "1")) > before
    });
    other.wait_until("the other sees it", || {
        page.show_frames(5);
        filled(&board(other, "2")) > before
    });
}

#[test]
fn two_people_play_through_nginx_while_one_server_after_the_other_is_killed() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    let nginx = nginx::program();
    let Some(nginx) = nginx.filter(|_| postgres::programs().is_some()) else {
        println!("PostgreSQL or nginx is not installed: nothing was tried");
        return;
    };
    if nats::program(target).is_none() {
        println!("NATS is not installed: nothing was tried");
        return;
    }
    let given = |name: &str| std::env::var_os(name).expect("`cargo xtask test e2e` sets it");
    let (program, dist) = (given("QUINTET_PROGRAM"), given("QUINTET_DIST"));
    let postgres = Postgres::start().expect("PostgreSQL");
    let database = postgres.database("quintet").expect("a database");
    let servers = Nats::start(target, 3).expect("NATS");
    let options = [OsStr::new("--bots"), OsStr::new("0"), OsStr::new("--site"), &dist];
    let start = |_| {
        Node::start(Path::new(&program), &database, &servers.addresses(), &options).expect("a node")
    };
    let mut nodes: Vec<Node> = (0..NODES).map(start).collect();
    for node in &mut nodes {
        node.until_ready().expect("a node");
    }
    let ports: Vec<u16> = nodes.iter().map(|node| node.port).collect();
    let proxy = Nginx::start(&nginx, &ports).expect("nginx");
    let address = format!("http://127.0.0.1:{}/", proxy.port);

    let ada = enter_at(&address, "/online", "Ada");
    ada.button(&online::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    let grace = enter_at(&address, &ada.address(), "Grace");
    grace.part("[data-room]").wait();
    for page in [&ada, &grace] {
        page.forgive("WebSocket");
    }
    begin([&ada, &grace]);
    // The server of the room, of one player and of the other are among them, in whatever order.
    for node in &mut nodes {
        play_on(&ada, &grace);
        play_on(&grace, &ada);
        node.service.signal("KILL").expect("it runs");
        for page in [&ada, &grace] {
            page.text(&online::RECONNECTING).wait_until_gone();
        }
        play_on(&ada, &grace);
        node.service.start_again().expect("it starts");
        node.until_ready().expect("a node");
    }
    lose(&ada, results::YOU_LOSE);
    grace.text(&results::YOU_WIN).wait();
}
