//! The one door to what only some machines have: instructions for bit counts and shifts.
//!
//! A kernel is integer code and gives the same numbers on every machine; here it is compiled a
//! second time for machines that are quicker at it.

/// A hot loop. Its body must be inlined, down to the last call, or it is compiled once only.
pub(in crate::search) trait Kernel {
    type Output;

    fn run(self) -> Self::Output;
}

/// Runs a kernel as this machine does it best.
pub(super) fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("popcnt") && std::arch::is_x86_feature_detected!("bmi2")
    {
        #[expect(unsafe_code, reason = "the features were detected; the body is safe")]
        // SAFETY: `popcnt` and `bmi2` are there, and the function asks for nothing else.
        return unsafe { run_with_bits(kernel) };
    }
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi2")]
fn run_with_bits<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}
