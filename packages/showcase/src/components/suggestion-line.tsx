import type { ReactNode } from 'react';
import type { Suggestion } from '@kitroom/catalogue-client';

/** A record of the catalogue that the user can choose. */
export type Choice = Omit<Suggestion, 'url'>;

/**
 * A suggestion. The distinguishing words of a kit come first, because phones truncate long lines:
 * `Home · 2019-20`.
 */
export function SuggestionLine({ image, label, detail, matched, type }: Choice) {
  const part = (from: number, to = label.length) => <Part {...{ label, matched, from, to }} />;
  const season = type === 'kit' ? findSeason(label, detail) : undefined;
  return (
    <>
      {image ? <img src={image} alt="" width="40" height="40" loading="lazy" /> : <span />}
      <span className="suggestion-text">
        {season ? (
          <>
            {part(season.to + 1)} · {part(season.from, season.to)}
          </>
        ) : (
          part(0)
        )}
        <small>{season ? part(0, season.from - 1) : detail || type}</small>
      </span>
    </>
  );
}

/**
 * The position of the season in a kit name that consists of club, season and type. Undefined for other names.
 */
function findSeason(name: string, detail: string | null): { from: number; to: number } | undefined {
  const [club = '', season = ''] = detail?.split(' · ') ?? [];
  if (!name.startsWith(`${club} ${season} `)) return undefined;
  const from = club.length + 1;
  return { from, to: from + season.length };
}

interface PartProps {
  label: string;
  /** Ranges of UTF-16 offsets of the label, ends exclusive. */
  matched: Suggestion['matched'];
  from: number;
  to: number;
}

/** A part of a label, with the matched ranges highlighted. */
function Part({ label, matched, from, to }: PartProps) {
  const parts: ReactNode[] = [];
  let position = from;
  for (const range of matched) {
    const start = Math.max(range[0], from);
    const end = Math.min(range[1], to);
    if (start >= end) continue;
    parts.push(label.slice(position, start), <mark key={start}>{label.slice(start, end)}</mark>);
    position = end;
  }
  return (
    <>
      {parts}
      {label.slice(position, to)}
    </>
  );
}
