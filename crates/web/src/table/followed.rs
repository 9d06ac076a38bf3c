//! A value and the callbacks that follow it.
//!
//! A signal allocates whenever it notifies, and a frame allocates nothing. So a frame compares the
//! new value with the old one, and calls its followers at once where the two differ.

use crate::signals::prelude::*;

type Follower<T> = Box<dyn FnMut(&T)>;

/// A value that can be followed. A copy is another handle on the same value.
pub(crate) struct Followed<T: 'static>(StoredValue<Inner<T>, LocalStorage>);

struct Inner<T> {
    value: T,
    followers: Vec<(u32, Follower<T>)>,
    last_number: u32,
}

impl<T> Clone for Followed<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Followed<T> {}

impl<T: Copy + PartialEq> Followed<T> {
    /// A value without followers.
    pub(crate) fn new(value: T) -> Followed<T> {
        let inner = Inner { value, followers: Vec::new(), last_number: 0 };
        Followed(StoredValue::new_local(inner))
    }

    /// The value.
    pub(crate) fn get(self) -> T {
        self.0.with_value(|inner| inner.value)
    }

    /// Replaces the value.
    pub(crate) fn set(self, value: T) {
        self.change(|old| *old = value);
    }

    /// Changes the value, and calls the followers if it is different now.
    pub(crate) fn change(self, change: impl FnOnce(&mut T)) {
        // Nothing is left to notify while the app is taken down.
        let _ = self.0.try_update_value(|inner| {
            let mut value = inner.value;
            change(&mut value);
            if inner.value != value {
                inner.value = value;
                for (_, act) in &mut inner.followers {
                    act(&inner.value);
                }
            }
        });
    }

    /// Calls this now and whenever this part of the value changes, for as long as the owner lives.
    pub(crate) fn follow<P: PartialEq + 'static>(
        self,
        part: impl Fn(&T) -> P + 'static,
        act: impl Fn(&P) + 'static,
    ) {
        let mut last = None;
        self.add(Box::new(move |value| {
            let now = part(value);
            if last.as_ref() != Some(&now) {
                act(&now);
                last = Some(now);
            }
        }));
    }

    fn add(self, mut act: Follower<T>) {
        let number = self.0.try_update_value(|inner| {
            act(&inner.value);
            inner.last_number += 1;
            inner.followers.push((inner.last_number, act));
            inner.last_number
        });
        on_cleanup(move || {
            let gone = |(other, _): &(u32, Follower<T>)| Some(*other) != number;
            let _ = self.0.try_update_value(|inner| inner.followers.retain(gone));
        });
    }
}
