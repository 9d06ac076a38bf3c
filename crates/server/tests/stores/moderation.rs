//! What the store of moderators has to do.

use quintet_server::rating::Rating;
use quintet_server::store::{KnownPlayer, Report, ReportLimits, Restrictions};

use crate::Backend;

const LIMITS: ReportLimits = ReportLimits { per_player: 2, total: 4 };

fn report(from: Option<u64>, about: u64, score: Option<u64>) -> Report {
    let (match_id, reason) = (score.is_none().then_some(7), "name".to_owned());
    Report { id: 0, from, about, match_id, score, reason, made: 5, is_open: true }
}

pub(crate) async fn a_ban_and_a_given_name_stay<B: Backend>() {
    let backend = B::default();
    let accounts = backend.open().await.accounts;
    let rating = Rating::default();
    for (player, name) in [(1, "Ada"), (2, "Ada"), (3, "Grace")] {
        let known = KnownPlayer { player, name: name.to_owned(), rating };
        accounts.save_player(known, vec![player as u8]).await.expect("written");
    }
    assert_eq!(accounts.restrictions(1).await.expect("readable"), Restrictions::default());
    let restrictions = Restrictions { banned: true, fixed_name: Some("Nobody".to_owned()) };
    accounts.set_restrictions(1, restrictions.clone()).await.expect("written");
    drop(accounts);
    let accounts = backend.open().await.accounts;
    assert_eq!(accounts.restrictions(1).await.expect("readable"), restrictions);
    assert_eq!(accounts.restrictions(2).await.expect("readable"), Restrictions::default());
    let known = accounts.player(vec![1]).await.expect("readable").expect("known");
    assert_eq!(known.name, "Nobody");
    assert_eq!(accounts.find_player(1).await.expect("readable"), Some(known));
    assert_eq!(accounts.find_player(9).await.expect("readable"), None);
    let called = accounts.players_called("Ada".to_owned(), 5).await.expect("readable");
    assert_eq!(called.iter().map(|known| known.player).collect::<Vec<_>>(), [2]);
    accounts.set_restrictions(1, Restrictions::default()).await.expect("written");
    assert_eq!(accounts.restrictions(1).await.expect("readable"), Restrictions::default());
}

pub(crate) async fn reports_are_limited_listed_and_closed<B: Backend>() {
    let backend = B::default();
    let accounts = backend.open().await.accounts;
    let add = async |entry: Report| accounts.report(entry, LIMITS).await.expect("written");
    assert!(add(report(Some(1), 2, None)).await);
    assert!(add(report(Some(1), 2, None)).await, "the same again is as good as once");
    assert!(add(report(Some(1), 3, Some(u64::MAX))).await);
    assert!(!add(report(Some(1), 4, None)).await, "two of one player");
    assert!(add(report(None, 2, Some(8))).await, "the server itself");
    assert!(add(report(Some(5), 2, None)).await);
    assert!(add(report(Some(5), 3, None)).await);
    assert!(!add(report(Some(6), 2, None)).await, "four of all players");
    // However many players report, the server can, too.
    for score in 9..12 {
        assert!(add(report(None, 2, Some(score))).await);
    }
    assert!(!add(report(None, 2, Some(12))).await, "four of the server");
    for report in accounts.reports(true, 10).await.expect("readable") {
        let is_later = report.about == 3 && report.from == Some(5)
            || report.from.is_none() && report.score > Some(8);
        if is_later {
            assert!(accounts.close_report(report.id).await.expect("written"));
        }
    }
    let open = accounts.reports(true, 10).await.expect("readable");
    let about: Vec<_> = open.iter().map(|one| (one.from, one.about, one.score)).collect();
    let expected =
        [(Some(5), 2, None), (None, 2, Some(8)), (Some(1), 3, Some(u64::MAX)), (Some(1), 2, None)];
    assert_eq!(about, expected, "the newest first");
    let id = open[3].id;
    assert!(accounts.close_report(id).await.expect("written"));
    assert!(!accounts.close_report(id).await.expect("readable"), "once");
    assert_eq!(accounts.reports(true, 10).await.expect("readable").len(), 3);
    let all = accounts.reports(false, 20).await.expect("readable");
    assert_eq!((all.len(), all[7].is_open), (8, false));
    assert!(add(report(Some(1), 4, None)).await, "there is room again");
}

pub(crate) async fn a_score_can_be_removed_and_renamed<B: Backend>() {
    use quintet_engine::{GameName, Micros};
    use quintet_server::ranked::progress::Progress;
    use quintet_server::store::{Score, Ticket};
    let backend = B::default();
    let scores = backend.open().await.scores;
    let game = GameName::Marathon;
    let ticket = |ticket| {
        let progress = Progress::begun(ticket);
        Ticket { ticket, player: 4, game, seed: 1, issued: ticket, progress }
    };
    scores.issue(ticket(2), 0, 8).await.expect("written");
    let (name, duration) = ("Ada".to_owned(), Micros(9));
    let (rank_by, lines, level) = (-5, 4, 1);
    let score = Score {
        id: 2,
        player: 4,
        name,
        game,
        rank_by,
        score: 5,
        lines,
        level,
        duration,
        played: 3,
    };
    assert!(scores.add(score.clone(), vec![1]).await.expect("written"));
    scores.rename(4, "Nobody".to_owned()).await.expect("written");
    let renamed = Score { name: "Nobody".to_owned(), ..score };
    assert_eq!(scores.find(2).await.expect("readable"), Some(renamed));
    assert!(scores.remove(2).await.expect("written"));
    assert!(!scores.remove(2).await.expect("readable"));
    assert_eq!(scores.replay(2).await.expect("readable"), None);
    assert!(scores.best(game, 0, 5).await.expect("readable").is_empty());
}

/// Makes a test of each of these laws for a backend. A new law is a line here.
macro_rules! moderation_laws {
    ($backend:ty) => {
        $crate::suite!($backend, crate::moderation:
            a_ban_and_a_given_name_stay
            reports_are_limited_listed_and_closed
            a_score_can_be_removed_and_renamed
        );
    };
}
pub(crate) use moderation_laws;
