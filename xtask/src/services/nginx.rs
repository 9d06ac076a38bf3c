//! nginx in front of several servers.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Service, answers, free_port, new_folder};

/// A proxy that sends every connection to the next server that answers. It ends with its owner.
pub(crate) struct Nginx {
    /// The process.
    pub(crate) service: Service,
    /// The port on loopback.
    pub(crate) port: u16,
}

/// The program, where it is installed.
pub(crate) fn program() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&folders).chain(["/usr/sbin".into()]);
    folders.map(|folder| folder.join("nginx")).find(|program| program.is_file())
}

impl Nginx {
    /// Starts it in front of servers on these ports.
    pub(crate) fn start(program: &Path, nodes: &[u16]) -> Result<Nginx, String> {
        let folder = new_folder("nginx")?;
        let port = free_port()?;
        let mut servers = String::new();
        for node in nodes {
            let _ =
                writeln!(servers, "        server 127.0.0.1:{node} max_fails=1 fail_timeout=1s;");
        }
        let at = folder.display();
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        let mut paths = String::new();
        for name in temporary {
            let _ = writeln!(paths, "    {name}_temp_path {at}/{name};");
        }
        let config = format!(
            "daemon off;\nmaster_process off;\npid {at}/pid;\nerror_log stderr warn;\n\
             events {{}}\nhttp {{\n    access_log off;\n{paths}\
             \x20   upstream quintet {{\n        least_conn;\n{servers}    }}\n\
             \x20   server {{\n        listen 127.0.0.1:{port};\n\
             \x20       location / {{\n            proxy_pass http://quintet;\n\
             \x20           proxy_http_version 1.1;\n\
             \x20           proxy_set_header Upgrade $http_upgrade;\n\
             \x20           proxy_set_header Connection \"upgrade\";\n\
             \x20           proxy_set_header Host $http_host;\n\
             \x20           proxy_set_header X-Forwarded-For $remote_addr;\n\
             \x20           proxy_connect_timeout 1s;\n        }}\n    }}\n}}\n"
        );
        let file = folder.join("nginx.conf");
        fs::write(&file, config).map_err(|error| error.to_string())?;
        let command = [program.as_os_str(), "-c".as_ref(), file.as_os_str()];
        let mut service = Service::start(&folder, "TERM", command)?;
        service.until(|| answers(port))?;
        Ok(Nginx { service, port })
    }
}
