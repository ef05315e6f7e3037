//! Remarks on a run as bytes: what was said before a checkpoint is said by the run that is taken up from it.

use carom_base::pack::{Packer, Unpacker};
use carom_base::{Diagnostic, Severity, SourceId, Span};

const SEVERITIES: [Severity; 3] = [Severity::Note, Severity::Warning, Severity::Error];

pub(super) fn pack(remarks: &[Diagnostic], p: &mut Packer) {
    p.whole(remarks.len() as u64);
    for d in remarks {
        p.text(d.name);
        p.whole(d.severity as u64);
        p.text(&d.message);
        pack_span(d.span, p);
        p.text(&d.label);
        p.flag(d.help.is_some());
        p.text(d.help.as_deref().unwrap_or_default());
        p.whole(d.related.len() as u64);
        for (span, why) in &d.related {
            pack_span(*span, p);
            p.text(why);
        }
    }
}

pub(super) fn unpack(u: &mut Unpacker<'_>) -> Option<Vec<Diagnostic>> {
    let count = u.whole()?;
    (0..count).map(|_| remark(u)).collect()
}

fn remark(u: &mut Unpacker<'_>) -> Option<Diagnostic> {
    let written = u.text()?;
    // Remarks are made here, so their names are in the list of this crate.
    let names = crate::diagnostics::DIAGNOSTICS
        .iter()
        .map(|(name, _)| *name);
    let name = names.into_iter().find(|name| *name == written)?;
    let severity = *SEVERITIES.get(usize::try_from(u.whole()?).ok()?)?;
    let message = u.text()?.to_owned();
    let span = span(u)?;
    let label = u.text()?.to_owned();
    let has_help = u.flag()?;
    let help = u.text().map(str::to_owned)?;
    let count = u.whole()?;
    let related: Option<Vec<(Span, String)>> = (0..count)
        .map(|_| Some((self::span(u)?, u.text()?.to_owned())))
        .collect();
    Some(Diagnostic {
        name,
        severity,
        message,
        span,
        label,
        help: has_help.then_some(help),
        related: related?,
    })
}

fn pack_span(span: Span, p: &mut Packer) {
    [span.source.0, span.start, span.end]
        .into_iter()
        .for_each(|n| p.whole(u64::from(n)));
}

fn span(u: &mut Unpacker<'_>) -> Option<Span> {
    let mut next = || u32::try_from(u.whole()?).ok();
    let (source, start, end) = (SourceId(next()?), next()?, next()?);
    Some(Span { source, start, end })
}
