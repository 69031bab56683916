//! Result folders: who may have them, what starting over removes, and files that are whole.

mod support;

use std::fs;
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use sudoga::lab::files::prepare_folder;
use sudoga::lab::folder::{JOURNAL, MANIFEST};
use sudoga::lab::manifest::Host;
use sudoga::lab::{Claim, Folder, FolderError, Header, Journal, Manifest, ManifestError, Shard};
use support::Folder as Scratch;

const ALL: [Claim; 3] = [Claim::New, Claim::Resume, Claim::Force];

/// What is in a folder and the folders below it, by name, without the lock.
fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(folder).expect("below").to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name != ".lock" {
                names.push(name);
            }
        }
    }
    names.sort();
    names
}

fn header() -> Header {
    Header::new(blake3::hash(b"a plan"))
}

fn manifest() -> Manifest {
    Manifest::new("night", blake3::hash(b"a plan"), serde_json::json!({"repeats": 3}), 11)
}

#[test]
fn a_folder_that_is_not_there_or_empty_is_made() {
    let scratch = Scratch::new("folder-made");
    for claim in ALL {
        let path = scratch.0.join(format!("{claim:?}/a/b"));
        let folder = Folder::claim(&path, claim).expect("a new folder");
        assert_eq!((folder.path(), names(&path).len()), (path.as_path(), 0));
        drop(folder);
        // What an earlier attempt has left before its journal does not stand in the way.
        fs::write(path.join(".journal.jsonl.draft"), "{").expect("a file");
        fs::write(path.join(".sudoga-probe"), "").expect("a file");
        Folder::claim(&path, claim).expect("still empty");
        assert_eq!(names(&path).len(), 0);
    }
}

#[test]
fn results_are_gone_on_with_or_started_over_but_never_overwritten() {
    let scratch = Scratch::new("folder-claims");
    type Make = fn(&Path);
    let makes: [Make; 3] = [
        |path| drop(Journal::create(&path.join(JOURNAL), &header()).expect("a journal")),
        |path| {
            fs::write(path.join(MANIFEST), "{\"schema\":9,\"program\":\"sudoga\"}")
                .expect("a file");
        },
        |path| fs::write(path.join(JOURNAL), "{\"format\":\"sudo").expect("a file"),
    ];
    for (number, make) in makes.into_iter().enumerate() {
        let path = scratch.0.join(number.to_string());
        fs::create_dir(&path).expect("a folder");
        make(&path);
        fs::write(path.join("notes.txt"), "mine").expect("a file");
        let before = names(&path);
        let error = Folder::claim(&path, Claim::New).expect_err("taken").to_string();
        let expected = "is there already; --resume goes on with it, --force starts it over, or \
                        name another with -o";
        assert_eq!(error, format!("{} {expected}", path.display()));
        Folder::claim(&path, Claim::Resume).expect("ours");
        assert_eq!(names(&path), before);
        Folder::claim(&path, Claim::Force).expect("ours");
        assert_eq!(names(&path), ["notes.txt"]);
    }
}

#[test]
fn starting_over_removes_what_we_write_and_nothing_else() {
    let scratch = Scratch::new("folder-force");
    let path = scratch.0.join("results");
    let folder = Folder::claim(&path, Claim::New).expect("a new folder");
    folder.write_whole(MANIFEST, |file| manifest().write(file)).expect("room");
    let ours = "journal.jsonl runs.csv history.csv summary.csv summary.md tests.csv report.html \
                plots/a.svg plots/b.svg";
    for name in ours.split_whitespace() {
        folder.write_whole(name, |file| file.write_all(b"x")).expect("room");
    }
    let foreign = [".hidden", "my.csv", "plots/notes.txt", "runs.csv.bak", "sub/runs.csv"];
    for name in foreign {
        folder.write_whole(name, |file| file.write_all(b"y")).expect("room");
    }
    fs::write(path.join(".runs.csv.draft"), "half").expect("a file");
    fs::write(path.join("plots/.a.svg.draft"), "half").expect("a file");
    drop(folder);
    Folder::claim(&path, Claim::Resume).expect("ours");
    assert_eq!(names(&path).len(), 10 + foreign.len() + 1, "{:?}", names(&path));
    Folder::claim(&path, Claim::Force).expect("ours");
    assert_eq!(names(&path), foreign);
}

#[cfg(unix)]
#[test]
fn starting_over_does_not_follow_links() {
    let scratch = Scratch::new("folder-links");
    let (path, elsewhere) = (scratch.0.join("results"), scratch.0.join("elsewhere"));
    fs::create_dir_all(&elsewhere).expect("a folder");
    fs::write(elsewhere.join("a.svg"), "mine").expect("a file");
    let folder = Folder::claim(&path, Claim::New).expect("a new folder");
    folder.write_whole(MANIFEST, |file| manifest().write(file)).expect("room");
    drop(folder);
    std::os::unix::fs::symlink(&elsewhere, path.join("plots")).expect("a link");
    std::os::unix::fs::symlink(elsewhere.join("a.svg"), path.join("runs.csv")).expect("a link");
    Folder::claim(&path, Claim::Force).expect("ours");
    assert_eq!(names(&elsewhere), ["a.svg"]);
    assert!(!path.join("runs.csv").is_symlink() && path.join("plots").is_symlink());
}

#[test]
fn what_is_not_ours_is_left_alone() {
    let scratch = Scratch::new("folder-foreign");
    for (name, content) in [
        ("notes.txt", "mine"),
        ("runs.csv", "run_id\n"),
        (JOURNAL, "{\"format\":\"diary\",\"version\":1}\n"),
        (JOURNAL, "dear diary"),
        (MANIFEST, "{\"name\":\"an app\"}"),
    ] {
        fs::write(scratch.0.join(name), content).expect("a file");
        for claim in ALL {
            let error = Folder::claim(&scratch.0, claim).expect_err("foreign");
            assert!(matches!(error, FolderError::Foreign { .. }), "{error}");
            assert!(error.to_string().contains(&format!("(found `{name}`)")), "{error}");
        }
        assert!(matches!(Folder::read(&scratch.0), Err(FolderError::NoResults(_))));
        let left: Vec<_> = fs::read_dir(&scratch.0).expect("a folder").collect();
        assert_eq!(left.len(), 1, "not even a lock is made");
        assert_eq!(fs::read_to_string(scratch.0.join(name)).expect("a file"), content);
        fs::remove_file(scratch.0.join(name)).expect("a file");
    }
}

#[test]
fn one_process_writes_or_several_read() {
    let scratch = Scratch::new("folder-lock");
    let path = scratch.0.join("results");
    let folder = Folder::claim(&path, Claim::New).expect("a new folder");
    let mut written = manifest();
    folder.write_whole(MANIFEST, |file| written.write(file)).expect("room");
    for claim in [Claim::Resume, Claim::Force] {
        let error = Folder::claim(&path, claim).expect_err("in use").to_string();
        let expected = "is in use by another sudoga; wait for it, or name another folder";
        assert_eq!(error, format!("{} {expected}", path.display()));
    }
    assert!(matches!(Folder::read(&path), Err(FolderError::InUse(_))));
    assert_eq!(names(&path), [MANIFEST], "the lock comes before anything is removed");
    drop(folder);
    let readers = [Folder::read(&path).expect("free"), Folder::read(&path).expect("shared")];
    assert!(matches!(Folder::claim(&path, Claim::Force), Err(FolderError::InUse(_))));
    assert_eq!(Manifest::read(&readers[0].file(MANIFEST)).expect("a manifest"), written);
    drop(readers);
    Folder::claim(&path, Claim::Resume).expect("free");

    fs::remove_file(path.join(".lock")).expect("a file");
    Folder::read(&path).expect("a copy without a lock");
    assert_eq!(fs::read_dir(&path).expect("a folder").count(), 1, "reading writes nothing");
}

#[test]
fn whoever_adds_a_file_waits_for_those_who_read_and_they_for_it() {
    let scratch = Scratch::new("folder-wait");
    let path = scratch.0.join("results");
    let folder = Folder::claim(&path, Claim::New).expect("a new folder");
    folder.write_whole(MANIFEST, |file| manifest().write(file)).expect("room");
    let moment = Duration::from_millis(100);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(moment);
            drop(folder);
        });
        let reader = Folder::read(&path).expect("free before a reader has waited too long");
        let seen = reader.seen().expect("a manifest");
        scope.spawn(|| {
            thread::sleep(moment);
            drop(reader);
        });
        Folder::add_to(&seen).expect("free after the reader");
    });
}

#[test]
fn nothing_is_added_to_other_results_than_were_read() {
    let scratch = Scratch::new("folder-changed");
    let path = scratch.0.join("results");
    let folder = Folder::claim(&path, Claim::New).expect("a new folder");
    folder.write_whole(MANIFEST, |file| manifest().write(file)).expect("room");
    drop(folder);
    let seen = Folder::read(&path).and_then(|folder| folder.seen()).expect("results");
    Folder::add_to(&seen).expect("nobody was here");
    let expected =
        format!("{} holds other results by now than were read; do this again", path.display());
    let refused = |what: &str| {
        let error = Folder::add_to(&seen).map(drop).expect_err(what);
        assert_eq!(error.to_string(), expected, "{what}");
    };
    let folder = Folder::claim(&path, Claim::Resume).expect("results");
    let mut gone_on = manifest();
    gone_on.sessions = 2;
    folder.write_whole(MANIFEST, |file| gone_on.write(file)).expect("room");
    drop(folder);
    refused("somebody went on");
    drop(Folder::claim(&path, Claim::Force).expect("results"));
    refused("somebody started over and was stopped");
    fs::remove_dir_all(&path).expect("a folder");
    refused("somebody removed it");
    assert!(!path.exists());
}

#[cfg(unix)]
#[test]
fn pipes_are_no_files_of_results() {
    for name in [MANIFEST, JOURNAL, ".lock"] {
        let scratch = Scratch::new("folder-pipe");
        let path = scratch.0.join(name);
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo").success());
        let expected = format!(
            "{} is a pipe and no file of results; remove it, or name another folder",
            path.display()
        );
        let refused = Folder::read(&scratch.0).map(drop).expect_err("a pipe");
        assert_eq!(refused.to_string(), expected);
        for claim in ALL {
            let refused = Folder::claim(&scratch.0, claim).map(drop).expect_err("a pipe");
            assert_eq!(refused.to_string(), expected);
        }
    }
}

#[test]
fn a_target_that_cannot_be_written_is_told_at_once() {
    let scratch = Scratch::new("folder-target");
    let file = scratch.write("file", "mine");
    for claim in ALL {
        let below = Path::new(&file).join("a/b");
        let error = Folder::claim(&below, claim).expect_err("below a file").to_string();
        let start = format!("cannot make the folder {}: ", below.display());
        assert!(error.starts_with(&start) && error.ends_with("with -o"), "{error}");
        let error = Folder::claim(Path::new(&file), claim).expect_err("a file").to_string();
        assert_eq!(error, format!("{file} is no folder; name another with -o"));
    }
    assert!(matches!(Folder::read(&scratch.0.join("no")), Err(FolderError::NoResults(_))));
    fs::create_dir(scratch.0.join(".sudoga-probe")).expect("a folder");
    let error = prepare_folder(&scratch.0).expect_err("no probe").to_string();
    assert!(error.starts_with("cannot write into the folder "), "{error}");
}

#[cfg(unix)]
#[test]
fn results_that_cannot_be_read_are_not_taken_for_something_else() {
    let scratch = Scratch::new("folder-unreadable");
    for name in [MANIFEST, JOURNAL] {
        let path = scratch.0.join(format!("with-{name}"));
        fs::create_dir(&path).expect("a folder");
        // A link to itself: it is there, and to read it is an error.
        std::os::unix::fs::symlink(name, path.join(name)).expect("a link");
        let expected = format!("cannot read {}: ", path.join(name).display());
        for claim in ALL {
            let error = Folder::claim(&path, claim).expect_err("unreadable").to_string();
            assert!(error.starts_with(&expected), "{error}");
        }
        let error = Folder::read(&path).expect_err("unreadable").to_string();
        assert!(error.starts_with(&expected), "{error}");
        assert!(path.join(name).is_symlink());
    }
}

#[test]
fn several_may_try_a_folder_at_once() {
    let scratch = Scratch::new("folder-race");
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..500 {
                    prepare_folder(&scratch.0).expect("it can be written");
                }
            });
        }
    });
    assert!(names(&scratch.0).is_empty());
}

#[test]
fn a_write_that_fails_leaves_the_old_file() {
    let scratch = Scratch::new("folder-write");
    let path = scratch.0.join("results");
    let folder = Folder::claim(&path, Claim::New).expect("a new folder");
    for length in [10, 1_000_000] {
        folder.write_whole("runs.csv", |file| file.write_all(b"old")).expect("room");
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let failed = folder.write_whole("runs.csv", |file| {
            file.write_all(&vec![b'x'; length])?;
            Err(full())
        });
        let error = failed.expect_err("full").to_string();
        let start = format!("cannot write {}: {}", folder.file("runs.csv").display(), full());
        assert!(error.starts_with(&start), "{error}");
        assert_eq!(names(&path), ["runs.csv"], "no draft is left behind");
        assert_eq!(fs::read_to_string(folder.file("runs.csv")).expect("a file"), "old");
        folder.write_whole("runs.csv", |file| file.write_all(&vec![b'x'; length])).expect("room");
        assert_eq!(fs::read(folder.file("runs.csv")).expect("a file").len(), length);
    }
}

#[test]
fn a_manifest_comes_back_and_says_what_is_wrong() {
    let scratch = Scratch::new("manifest");
    let path = scratch.0.join(MANIFEST);
    let mut whole = manifest();
    whole.shard = Some(Shard { index: 1, of: 3 });
    whole.results = Some(blake3::hash(b"runs").to_string());
    whole.wall_seconds = 0.1 + 0.2;
    whole.host = Host { name: None, ..Host::here() };
    let mut text = Vec::new();
    whole.write(&mut text).expect("memory");
    fs::write(&path, &text).expect("a file");
    assert_eq!(Manifest::read(&path).expect("a manifest"), whole);
    let text = String::from_utf8(text).expect("UTF-8");
    assert!(text.starts_with("{\n  \"schema\": 2,\n  \"program\": \"sudoga\",\n"), "{text}");
    assert!(text.contains("\"shard\": {\n    \"index\": 1,\n    \"of\": 3\n  },\n"), "{text}");
    let engine = format!("  \"engine\": {},\n", sudoga::ENGINE);
    for (from, to, message) in [
        ("\"seed\"", "\"sead\"", "no manifest of a result folder: unknown field `sead`"),
        (&engine, "", "no manifest of a result folder: missing field `engine` at line"),
        ("\"sudoga\"", "\"other\"", "no manifest of a result folder: made by the program `other`"),
        ("\"schema\": 2", "\"schema\": 3", "a manifest of schema 3, expected at most 2; use"),
        ("\"schema\": 2", "\"schema\": 0", "no manifest of a result folder: there is no such"),
        ("\"schema\": 2", "\"schema\": 1", "no manifest of a result folder: its schema has no sum"),
        (
            "\"repeats\": 3",
            "\"repeats\": 4",
            "no manifest of a result folder: its sum is wrong: so",
        ),
        ("\"index\": 1", "\"index\": 2", "no manifest of a result folder: its sum is wrong: so"),
        (
            "\"index\": 1",
            "\"index\": 0",
            "no manifest of a result folder: 0/3 is no shard; expected I",
        ),
        ("\"sum\"", "\"sun\"", "no manifest of a result folder: unknown field `sun`"),
        ("{", "[", "no manifest of a result folder: invalid type: string \"schema\""),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        fs::write(&path, changed).expect("a file");
        let error = Manifest::read(&path).expect_err("wrong").to_string();
        assert!(error.starts_with(&format!("{}: {message}", path.display())), "{error}");
    }
    // Another layout of the same is no change, and a manifest without a sum is of an older program.
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    fs::write(&path, value.to_string()).expect("a file");
    assert_eq!(Manifest::read(&path).expect("a manifest"), whole);
    let mut old = value.clone();
    old["schema"] = 1.into();
    old.as_object_mut().expect("an object").remove("sum");
    fs::write(&path, old.to_string()).expect("a file");
    let mut read = Manifest::read(&path).expect("a manifest");
    assert_eq!(read.schema, 1);
    read.schema = whole.schema;
    assert_eq!(read, whole);
    fs::remove_file(&path).expect("a file");
    assert!(matches!(Manifest::read(&path), Err(ManifestError::Unreadable { .. })));
}
