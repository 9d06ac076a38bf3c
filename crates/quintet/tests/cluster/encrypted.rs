//! PostgreSQL by TLS.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rcgen::{CertifiedKey, generate_simple_self_signed};

use crate::machines;
use crate::services::new_folder;
use crate::services::postgres::Postgres;

/// How long PostgreSQL may take to read its settings again.
const RELOAD_LIMIT: Duration = Duration::from_mins(1);
/// Whether all connections of servers to the database are encrypted.
const ARE_ENCRYPTED: &str = "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity \
                             USING (pid) WHERE datname = 'quintet' AND pid <> pg_backend_pid()";

#[test]
fn the_database_is_reached_by_tls_if_its_certificate_is_trusted() {
    if machines::are_missing() {
        return;
    }
    let postgres = Postgres::start().expect("PostgreSQL");
    let address = postgres.database("quintet").expect("a database");
    let folder = new_folder("certificates").expect("a folder");
    let (trusted, other) = (certificate(&folder, "trusted"), certificate(&folder, "other"));
    encrypt(&postgres, &trusted);

    let mut server = serve(&address, &trusted);
    let mut said = String::new();
    let mut output = BufReader::new(server.stdout.take().expect("its output"));
    output.read_line(&mut said).expect("a line");
    assert!(said.starts_with("Quintet is at"), "{said}{}", rest(&mut server));
    assert_eq!(postgres.ask("quintet", ARE_ENCRYPTED).as_deref(), Ok("t"));
    server.kill().expect("it runs");
    server.wait().expect("it ends");

    let mut refused = serve(&address, &other);
    assert!(!refused.wait().expect("it ends by itself").success());
    let said = rest(&mut refused);
    assert!(said.contains("TLS refuses it") && said.contains("SSL_CERT_FILE"), "{said}");
    let _ = fs::remove_dir_all(folder);
}

/// A certificate of this machine and its key, as files.
fn certificate(folder: &Path, name: &str) -> PathBuf {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(["127.0.0.1".to_owned()]).expect("a certificate");
    let path = folder.join(name).with_extension("crt");
    fs::write(&path, cert.pem()).expect("a file");
    fs::write(path.with_extension("key"), signing_key.serialize_pem()).expect("a file");
    path
}

/// Gives PostgreSQL a certificate, and waits until it uses it.
fn encrypt(postgres: &Postgres, certificate: &Path) {
    let ask = |query: &str| postgres.ask("quintet", query).expect("an answer");
    let data = PathBuf::from(ask("SHOW data_directory"));
    for (from, to) in [("crt", "server.crt"), ("key", "server.key")] {
        fs::copy(certificate.with_extension(from), data.join(to)).expect("a copy");
        let run = |program: &str, word: String| {
            let done = Command::new(program).arg(word).arg(data.join(to)).status();
            assert!(done.is_ok_and(|status| status.success()), "{program}");
        };
        run("chown", format!("--reference={}", data.display()));
        run("chmod", "600".to_owned());
    }
    ask("ALTER SYSTEM SET ssl = on");
    ask("SELECT pg_reload_conf()");
    let begin = Instant::now();
    while ask("SHOW ssl") != "on" {
        assert!(begin.elapsed() < RELOAD_LIMIT, "PostgreSQL does not use the certificate");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn serve(database: &str, trusted: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"])
        .args(["--database", &format!("{database}?sslmode=require"), "--data"])
        .arg(trusted.with_extension("data"))
        .env("SSL_CERT_FILE", trusted)
        .env_remove("SSL_CERT_DIR")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

/// What it logged. It has ended, or is about to.
fn rest(server: &mut Child) -> String {
    let mut said = String::new();
    let _ = server.stderr.take().expect("its log").read_to_string(&mut said);
    said
}
