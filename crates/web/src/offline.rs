//! The service worker, which keeps the app on the device.

use quintet_words::notices as words;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_futures::spawn_local;
use web_sys::{
    ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState,
};

use crate::notices::Notices;
use crate::page::{self, window};

/// Installs the worker. When a new version has been fetched, it is offered and never forced.
pub(crate) fn start(notices: Notices) {
    // Only a page from a secure place has workers.
    let navigator = window().navigator();
    if !js_sys::Reflect::has(&navigator, &"serviceWorker".into()).unwrap_or(false) {
        return;
    }
    let container = navigator.service_worker();
    spawn_local(async move {
        let registered = JsFuture::from(container.register("sw.js")).await;
        let registration =
            registered.ok().and_then(|it| it.dyn_into::<ServiceWorkerRegistration>().ok());
        if let Some(registration) = registration {
            watch(container, &registration, notices);
        }
    });
}

fn watch(
    container: ServiceWorkerContainer,
    registration: &ServiceWorkerRegistration,
    notices: Notices,
) {
    if let Some(waiting) = registration.waiting() {
        offer(&container, waiting, notices);
    }
    let watched = registration.clone();
    let found = Closure::<dyn FnMut()>::new(move || {
        let Some(worker) = watched.installing() else { return };
        let (container, fresh) = (container.clone(), worker.clone());
        let changed = Closure::<dyn FnMut()>::new(move || {
            // The very first worker replaces nothing and needs no word.
            let replaces = container.controller().is_some();
            if fresh.state() == ServiceWorkerState::Installed && replaces {
                offer(&container, fresh.clone(), notices);
            }
        });
        worker.set_onstatechange(Some(changed.as_ref().unchecked_ref()));
        changed.forget();
    });
    registration.set_onupdatefound(Some(found.as_ref().unchecked_ref()));
    found.forget();
}

fn offer(container: &ServiceWorkerContainer, fresh: ServiceWorker, notices: Notices) {
    let container = container.clone();
    notices.offer(words::NEW_VERSION, words::RELOAD, move || {
        let reload = Closure::<dyn FnMut()>::new(page::reload);
        container.set_oncontrollerchange(Some(reload.as_ref().unchecked_ref()));
        reload.forget();
        // A worker that is gone has already made way.
        let _ = fresh.post_message(&"activate".into());
    });
}
