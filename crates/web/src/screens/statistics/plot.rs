//! Plots of numbers by game, by day and by kind, each with the same numbers as a table.

use quintet_frontend::statistics::duration;
use quintet_records::Played;
use quintet_words::{
    Phrase, ShortText, exact_time, hundredths, number, percent, statistics as words, thousands,
};
use web_sys::{Event, HtmlElement};

use crate::dom::{El, drawing, el, target};

/// The width and height of a drawing, which is stretched to its place.
const SIDE: u64 = 1000;
/// The most days in a plot.
const DAYS: usize = 60;

/// How values are written.
#[derive(Clone, Copy)]
pub(super) enum Unit {
    /// Whole numbers.
    Points,
    /// Microseconds.
    Time,
    /// Hundredths.
    Rate,
    /// Thousandths, as a percentage.
    Share,
}

impl Unit {
    pub(super) fn text(self, value: u64) -> ShortText {
        match self {
            Unit::Points => thousands(value),
            Unit::Time => exact_time(value),
            Unit::Rate => hundredths(value),
            Unit::Share => percent(value as u32),
        }
    }
}

/// A number of every game.
pub(super) struct Plot {
    pub(super) title: Phrase,
    pub(super) unit: Unit,
    /// Whether a line shows the best so far, or else the mean.
    pub(super) has_best: bool,
    /// The number of a game; none where it does not count.
    pub(super) value: fn(&Played) -> Option<u64>,
}

/// A dot for every game, and a line for the best so far or the mean. `best` is the best of all
/// games, of which there may be more than these.
pub(super) fn plot(plot: &Plot, games: &[Played], first: u64, best: Option<u64>) -> Option<El> {
    let counted: Vec<(u64, &Played, u64)> = (first..)
        .zip(games)
        .filter_map(|(number, game)| Some((number, game, (plot.value)(game)?)))
        .collect();
    let values = || counted.iter().map(|&(.., value)| value);
    let (low, high) = (values().min()?, values().max()?);
    let smaller_is_better = matches!(plot.unit, Unit::Time);
    // Better than all of these: a game before them.
    let former = best
        .filter(|&best| plot.has_best && if smaller_is_better { best < low } else { best > high });
    let (low, high) = former.map_or((low, high), |best| (low.min(best), high.max(best)));
    let x = |index: usize| match counted.len() {
        1 => SIDE / 2,
        count => index as u64 * SIDE / (count as u64 - 1),
    };
    let y = |value: u64| ((high - value) * SIDE).checked_div(high - low).unwrap_or(SIDE / 2);
    let (mut dots, mut line) = (String::new(), String::new());
    let mut best = former.unwrap_or(counted[0].2);
    for (index, &(.., value)) in counted.iter().enumerate() {
        // A line without length has round ends, which are a dot.
        push(&mut dots, &["M", &x(index).to_string(), " ", &y(value).to_string(), "h0"]);
        best = if smaller_is_better { best.min(value) } else { best.max(value) };
        let (x, y) = (x(index).to_string(), y(best).to_string());
        if index == 0 {
            push(&mut line, &["M0 ", &y]);
        }
        push(&mut line, &["H", &x, "V", &y]);
    }
    let mean = values().sum::<u64>() / counted.len() as u64;
    let note = if plot.has_best {
        line.push_str("H1000");
        words::best_so_far(&plot.unit.text(best))
    } else {
        line = ["M0 ", &y(mean).to_string(), "H1000"].concat();
        words::mean(&plot.unit.text(mean))
    };
    let rows = counted.iter().rev().map(|&(number, game, value)| {
        vec![number.to_string(), game.date(), plot.unit.text(value).to_string()]
    });
    let lowest = if high == low { ShortText::new() } else { plot.unit.text(low) };
    let area = el("div", "plot-area")
        .child(el("span", "number").text(&plot.unit.text(high)))
        .child(el("span", "number").text(&lowest))
        .child(
            drawing("0 0 1000 1000", &[("plot-line", &line), ("plot-dots", &dots)])
                .attr("preserveAspectRatio", "none"),
        );
    let ends = [counted[0].1.date(), counted[counted.len() - 1].1.date()];
    Some(figure(plot.title, &note, area, ends).child(table(
        plot.title,
        &[words::GAME, words::DAY, words::VALUE],
        rows.collect(),
    )))
}

/// How many games on each of the last days on which there were any.
pub(super) fn days<'a>(games: impl Iterator<Item = &'a Played>) -> Option<El> {
    let mut days: Vec<Played> = Vec::new();
    let mut counts: Vec<u64> = Vec::new();
    let mut games: Vec<&Played> = games.filter(|game| game.day > 0).collect();
    games.sort_by_key(|game| game.day);
    for game in games {
        match days.last_mut() {
            Some(day) if day.day == game.day => {
                day.time_us += game.time_us;
                *counts.last_mut()? += 1;
            }
            _ => {
                days.push(*game);
                counts.push(1);
            }
        }
    }
    let from = days.len().saturating_sub(DAYS);
    let (days, counts) = (&days[from..], &counts[from..]);
    let most = *counts.iter().max()?;
    // A few days are bars of a day's width, not of the whole plot.
    let width = SIDE / (days.len() as u64).max(12);
    let mut path = String::new();
    for (index, count) in counts.iter().enumerate() {
        let x = (index as u64 * width + width / 8).to_string();
        let height = (count * SIDE / most).to_string();
        let wide = (width - width / 4).to_string();
        push(&mut path, &["M", &x, " 1000v-", &height, "h", &wide, "v", &height, "z"]);
    }
    let area = el("div", "plot-area")
        .child(el("span", "number").text(&thousands(most)))
        .child(el("span", ""))
        .child(
            drawing("0 0 1000 1000", &[("plot-bars", &path)]).attr("preserveAspectRatio", "none"),
        );
    let rows =
        days.iter().zip(counts).rev().map(|(day, &count)| {
            vec![day.date(), thousands(count).to_string(), duration(day.time_us)]
        });
    let ends = [days[0].date(), days[days.len() - 1].date()];
    Some(figure(words::DAYS_PLOT, "", area, ends).child(table(
        words::DAYS_PLOT,
        &[words::DAY, words::GAMES, words::TIME_PLAYED],
        rows.collect(),
    )))
}

/// Kinds with a bar each: a table that is a plot.
pub(super) fn kinds(title: Phrase, kinds: &[(Phrase, u32)]) -> El {
    let most = kinds.iter().map(|&(_, count)| count).max().unwrap_or(0).max(1);
    let rows = kinds.iter().map(|&(name, count)| {
        let bar = el("span", "kind-bar");
        let share = u64::from(count) * 1000 / u64::from(most);
        let width = ["calc(", &share.to_string(), "% / 10)"].concat();
        // A bad value is ignored by the browser.
        let _ = bar.get::<HtmlElement>().style().set_property("width", &width);
        el("tr", "")
            .child(el("th", "").attr("scope", "row").text(&name))
            .child(el("td", "kind-share").attr("aria-hidden", "true").child(bar))
            .child(el("td", "number").text(&number(count)))
    });
    el("figure", "plot panel")
        .child(el("figcaption", "").text(&title))
        .child(el("table", "kinds").child(el("tbody", "").children(rows)))
}

/// Puts texts behind one another.
fn push(path: &mut String, texts: &[&str]) {
    for text in texts {
        path.push_str(text);
    }
}

fn figure(title: Phrase, note: &str, area: El, [first, last]: [String; 2]) -> El {
    let ends = el("p", "plot-ends number")
        .child(el("span", "").text(&first))
        .child(el("span", "").text(if first == last { "" } else { &last }));
    let caption = el("figcaption", "")
        .child(el("span", "").text(&title))
        .child(el("span", "number").text(note));
    el("figure", "plot panel").child(caption).child(area).child(ends)
}

/// The same numbers as a table, made when it is opened.
fn table(title: Phrase, headings: &'static [Phrase], rows: Vec<Vec<String>>) -> El {
    let place = el("div", "");
    let inside = place.clone();
    let open = move |event: Event| {
        if !target::<HtmlElement>(&event).has_attribute("open") {
            return inside.show(None);
        }
        let heading = |text: &Phrase| el("th", "").attr("scope", "col").text(text);
        let cell = |text: &String| el("td", "number").text(text);
        let row = |row: &Vec<String>| el("tr", "").children(row.iter().map(cell));
        let table = el("table", "plot-table")
            .attr("aria-label", &title)
            .child(el("thead", "").child(el("tr", "").children(headings.iter().map(heading))))
            .child(el("tbody", "").children(rows.iter().map(row)));
        inside.show(Some(&table));
    };
    el("details", "")
        .child(el("summary", "").text(&words::AS_TABLE))
        .child(place)
        .on("toggle", open)
}
