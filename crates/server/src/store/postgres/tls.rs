//! Encrypted connections to PostgreSQL.

use std::error::Error;
use std::io;
use std::sync::Arc;

use rustls::{ClientConfig, RootCertStore, crypto};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Believes the certificates that this machine trusts, or those of the file that the environment
/// names by `SSL_CERT_FILE`.
pub(super) fn connector() -> Result<MakeRustlsConnect, String> {
    let mut trusted = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    let (taken, _) = trusted.add_parsable_certificates(found.certs);
    if taken == 0 {
        let advice = "install `ca-certificates`, or name a file of them by SSL_CERT_FILE";
        return Err(format!("this machine trusts no certificates at all; {advice}"));
    }
    let config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|problem| problem.to_string())?
        .with_root_certificates(trusted)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

/// Why TLS itself refused a connection, such as a certificate that is not believed. A connection
/// that broke off is no refusal.
pub(super) fn refusal(problem: &tokio_postgres::Error) -> Option<&rustls::Error> {
    problem.source()?.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref()
}
