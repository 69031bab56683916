//! The first line of a journal: what it is, and which engine and plan it belongs to.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::{JournalError, reason};
use super::seal::{is_sealed, seal, unseal};
use crate::ENGINE;

/// The newest version of journals that is known.
pub(super) const VERSION: u64 = 2;

/// The version whose lines have no sum.
const WITHOUT_SUMS: u64 = 1;

const FORMAT: &str = "sudoga journal";

/// How the header of every version begins.
const BEGINNING: &[u8] = br#"{"format":"sudoga journal","version":"#;

/// Which engine and which plan a journal belongs to, and how its lines are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    version: u64,
    engine: u32,
    plan: String,
}

/// The header as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    format: String,
    version: u64,
    engine: u32,
    plan: String,
}

/// What the header of every version has.
#[derive(Deserialize)]
struct Kind {
    format: String,
    version: u64,
}

impl Header {
    /// The header of this engine for a plan with that digest.
    pub fn new(plan_digest: blake3::Hash) -> Self {
        Self { version: VERSION, engine: ENGINE, plan: plan_digest.to_string() }
    }

    /// In the place of a header that is damaged: which plan and engine it was for is not known, but
    /// runs of others have other ids. The lines after it have to prove themselves by their sums,
    /// unless none of them has one: then it was of the version without.
    pub(super) fn lost(has_sums: bool) -> Self {
        let version = if has_sums { VERSION } else { WITHOUT_SUMS };
        Self { version, engine: ENGINE, plan: String::new() }
    }

    /// The same for a journal whose lines are written as those of another one.
    pub(super) fn as_old_as(&self, other: &Self) -> Self {
        Self { version: other.version, ..self.clone() }
    }

    /// Whether every line of its journal ends with a sum.
    pub(super) fn has_sums(&self) -> bool {
        self.version > WITHOUT_SUMS
    }

    /// The 64 hexadecimal digits of the plan's digest.
    pub fn plan(&self) -> &str {
        &self.plan
    }

    /// Whether a journal with the header `found` may be gone on with under this one.
    pub fn check(&self, path: &Path, found: &Self) -> Result<(), JournalError> {
        let path = path.to_owned();
        if found.engine != self.engine {
            let (found, expected) = (found.engine, self.engine);
            return Err(JournalError::OtherEngine { path, found, expected });
        }
        if found.plan != self.plan {
            let (found, expected) = (found.plan.clone(), self.plan.clone());
            return Err(JournalError::OtherPlan { path, found, expected });
        }
        Ok(())
    }

    /// The line, with its end.
    pub(super) fn to_line(&self) -> Vec<u8> {
        let Self { version, engine, plan } = self;
        let line = format!(
            r#"{{"format":"{FORMAT}","version":{version},"engine":{engine},"plan":"{plan}"}}"#
        );
        let mut line = line.into_bytes();
        if self.has_sums() {
            seal(&mut line, 0);
        }
        line.push(b'\n');
        line
    }

    /// The header in a line; `path` is for messages.
    pub(super) fn parse(path: &Path, line: &[u8]) -> Result<Self, JournalError> {
        let bad = |reason| JournalError::BadHeader { path: path.to_owned(), reason };
        let foreign = || JournalError::Foreign { path: path.to_owned(), found: excerpt(line) };
        let content = match version_of(line) {
            Some(WITHOUT_SUMS) => line.to_owned(),
            // A wrong sum in the form of today is a damage, whatever the version has become by it.
            Some(version) if version > VERSION && !(is_sealed(line) && unseal(line).is_err()) => {
                return Err(JournalError::Newer { path: path.to_owned(), version });
            }
            None if !line.starts_with(BEGINNING) && !is_sealed(line) => return Err(foreign()),
            _ => unseal(line).map_err(|reason| bad(reason.to_owned()))?,
        };
        let Line { format, version, engine, plan } =
            serde_json::from_slice(&content).map_err(|error| bad(reason(&error)))?;
        if format != FORMAT {
            return Err(foreign());
        }
        if version < WITHOUT_SUMS {
            return Err(bad(format!("version {version}")));
        }
        match blake3::Hash::from_hex(&plan) {
            Ok(digest) => Ok(Self { version, engine, plan: digest.to_string() }),
            Err(_) => Err(bad(format!("`{plan}` is no digest of 64 hexadecimal digits"))),
        }
    }
}

/// Whether bytes without a line end may be all that was written of a header, or nothing, or the
/// zeros that a power cut leaves behind.
pub(super) fn is_torn_header(bytes: &[u8]) -> bool {
    let zeros = bytes.iter().rev().take_while(|&&byte| byte == 0).count();
    let written = &bytes[..bytes.len() - zeros];
    written.starts_with(BEGINNING) || BEGINNING.starts_with(written)
}

/// Whether a line is the header of a journal, of whatever version.
pub(super) fn is_header(line: &[u8]) -> bool {
    version_of(line).is_some()
}

/// The version in the header of a journal.
fn version_of(line: &[u8]) -> Option<u64> {
    let kind = serde_json::from_slice::<Kind>(line).ok()?;
    (kind.format == FORMAT).then_some(kind.version)
}

/// The beginning of a line, for a message.
fn excerpt(line: &[u8]) -> String {
    const SYMBOLS: usize = 40;
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * SYMBOLS)]);
    let text = text.trim_end();
    let short: String = text.chars().take(SYMBOLS).collect();
    let dots = if short.len() < text.len() { "..." } else { "" };
    let visible: String = short.chars().flat_map(visible).collect();
    format!("`{visible}{dots}`")
}

/// The character, or how it is written where it would not be seen.
fn visible(symbol: char) -> impl Iterator<Item = char> {
    let escaped = symbol.is_control().then(|| symbol.escape_default());
    let plain = escaped.is_none().then_some(symbol);
    escaped.into_iter().flatten().chain(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header::new(blake3::hash(b"a plan"))
    }

    /// The line without its sum.
    fn bare() -> String {
        String::from_utf8(unseal(&header().to_line()).expect("a sum")).expect("UTF-8")
    }

    #[test]
    fn a_header_comes_back_from_its_line() {
        let line = header().to_line();
        assert!(line.starts_with(BEGINNING) && is_sealed(&line));
        assert_eq!(line.iter().position(|&byte| byte == b'\n'), Some(line.len() - 1));
        let found = Header::parse(Path::new("j"), &line).expect("a header");
        assert_eq!(found, header());
        assert_eq!(found.plan(), blake3::hash(b"a plan").to_hex().as_str());
        header().check(Path::new("j"), &found).expect("the same");
        assert!(is_header(&line));
    }

    #[test]
    fn other_headers_are_told_apart() {
        let line = bare();
        let engine = format!("\"engine\":{ENGINE},");
        for (from, to, message) in [
            (
                "sudoga journal",
                "results",
                "j: the first line is `{\"format\":\"results\",\"version\":2,\"en",
            ),
            (&line[..], "run_id,puzzle\n", "j: the first line is `run_id,puzzle`, expected"),
            (&line[..], "\u{0}\n", "j: the first line is `\\u{0}`, expected"),
            (":2,", ":7,", "j: a journal of version 7, expected at most 2; use the newer sudoga"),
            (
                ":2,",
                ":0,",
                "j:1: no header of a sudoga journal: version 0; --resume --allow-changes",
            ),
            (":2,", ":1,", "j:1: no header of a sudoga journal: unknown field `sum`"),
            (":2,", ":x,", "j:1: no header of a sudoga journal: expected value at column"),
            (&engine, "", "j:1: no header of a sudoga journal: missing field `engine` at column"),
            (
                &engine,
                r#""engine":1,"seed":3,"#,
                "j:1: no header of a sudoga journal: unknown field `seed`",
            ),
            (
                header().plan(),
                "abc",
                "j:1: no header of a sudoga journal: `abc` is no digest of 64 hexadecimal digits",
            ),
        ] {
            let changed = line.replacen(from, to, 1);
            assert_ne!(changed, line);
            let mut changed = changed.into_bytes();
            if changed.starts_with(b"{") {
                seal(&mut changed, 0);
            }
            let error = Header::parse(Path::new("j"), &changed).expect_err("no header");
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }

    #[test]
    fn engines_and_plans_never_mix() {
        let other = Header { engine: ENGINE + 1, ..header() };
        let error = other.check(Path::new("j"), &header()).expect_err("another engine");
        let expected = format!(
            "j: made by engine {ENGINE}, this is engine {}: results of two engines never mix; \
             --force starts over, or use another folder",
            ENGINE + 1
        );
        assert_eq!(error.to_string(), expected);
        let other = Header::new(blake3::hash(b"another plan"));
        let error = other.check(Path::new("j"), &header()).expect_err("another plan").to_string();
        assert!(error.starts_with("j: made for another plan ("), "{error}");
        assert!(error.contains(&header().plan()[..8]), "{error}");
        assert!(error.contains("--resume --allow-changes keeps"), "{error}");
    }

    #[test]
    fn what_may_be_a_torn_header() {
        let line = header().to_line();
        for end in 0..line.len() {
            assert!(is_torn_header(&line[..end]), "{end}");
        }
        assert!(is_torn_header(&[0; 100]) && is_torn_header(b"{\"form\0\0"));
        for other in [&b"x"[..], b"{\"f0\":1", b"\0\0x", b"run_id"] {
            assert!(!is_torn_header(other), "{other:?}");
        }
    }
}
