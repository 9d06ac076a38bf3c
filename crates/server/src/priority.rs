//! How important a thread is beside all others of the machine.

/// Lets the calling thread run only while a processor has nothing else to do. On Linux that is a thread's
/// own; elsewhere nothing changes.
///
/// A low priority alone would not do there: a thread of low priority may still finish its time slice of
/// some milliseconds, while an idle one gives way as soon as any other has something to do.
pub fn run_when_idle() -> Result<(), String> {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{
            NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy,
            set_thread_priority_and_policy, thread_native_id,
        };
        let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
        set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle)
            .map_err(|problem| format!("{problem:?}"))?;
    }
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use thread_priority::{
        NormalThreadSchedulePolicy, ThreadSchedulePolicy, thread_schedule_policy,
    };

    use super::*;

    #[test]
    fn a_thread_that_runs_when_idle_is_alone_in_that() {
        let policy = || thread_schedule_policy().expect("a policy");
        let before = policy();
        let thread = std::thread::spawn(move || run_when_idle().map(|()| policy()));
        let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
        assert_eq!(thread.join().expect("it ends"), Ok(idle));
        assert_eq!(policy(), before, "no other thread is concerned");
    }
}
