import type { ImportRow } from '@kitroom/collection-client';
import { Link } from 'react-router';
import { ActionButton } from '../../components/action-button.tsx';
import { nameField, ROW_WORDS } from './import-words.ts';
import { ResolveName } from './resolve-name.tsx';
import { useImportChange } from './use-import.ts';

interface ImportRowCardProps {
  importId: number;
  row: ImportRow;
  canSettle: boolean;
  /** Whether the import was applied. */
  isOver: boolean;
}

/** A row: the item that it would become or has become, how it was understood, and what is wrong or unclear. */
export function ImportRowCard({ importId, row, canSettle, isOver }: ImportRowCardProps) {
  const {
    number,
    status,
    item,
    item_id: itemId,
    matches,
    errors,
    candidates,
    texts,
    is_skipped: isSkipped,
    skip_reason: skipReason,
    sheet,
  } = row;
  const name = typeof item?.['name'] === 'string' && item['name'] !== '' ? item['name'] : 'Without a name';
  const isWaiting = status === 'new' || status === 'update' || status === 'unchanged';
  const hasItem = itemId !== null && status !== 'failed';
  return (
    <li className="import-row">
      <p>
        <span className="count">{`Row ${number} `}</span>
        <strong>{hasItem ? <Link to={`/items/${itemId}`}>{name}</Link> : name}</strong>{' '}
        <span className="badge">{ROW_WORDS[status]}</span>
      </p>
      {skipReason !== null && <p className="field-hint">{skipReason}</p>}
      <Matches matches={matches} />
      {Object.entries(errors).map(([field, sentences]) => (
        <p key={field} className="field-error">{`${nameField(field)}: ${sentences.join(' ')}`}</p>
      ))}
      {Object.entries(isOver ? {} : texts).map(([field, text]) => (
        <ResolveName
          key={field}
          importId={importId}
          rowNumber={number}
          name={{ field, text, records: candidates[field] ?? [] }}
          disabled={!canSettle}
        />
      ))}
      <details>
        <summary>{sheet === null ? 'Original row' : `Original row in ${sheet}`}</summary>
        <dl className="facts">
          {Object.entries(row.cells).map(([column, text]) => (
            <div key={column}>
              <dt>{column}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
      {canSettle && (isWaiting || isSkipped || status === 'ambiguous') && (
        <SkipRow importId={importId} number={number} isSkipped={isSkipped} />
      )}
    </li>
  );
}

/** Names as the catalogue has them; how sure that is, if they differ, and whether the row does not name them. */
function Matches({ matches }: Pick<ImportRow, 'matches'>) {
  const texts = Object.entries(matches).flatMap(([field, { name, score, inferred = false }]) => {
    const likeness = score < 1 ? ` – probably (${Math.round(score * 100)} %)` : '';
    const source = inferred ? ', filled in from the catalogue' : '';
    return name === '' ? [] : [`${nameField(field)}: ${name}${likeness}${source}`];
  });
  return texts.length > 0 && <p className="field-hint">{texts.join(' · ')}</p>;
}

interface SkipRowProps {
  importId: number;
  number: number;
  isSkipped: boolean;
}

function SkipRow({ importId, number, isSkipped }: SkipRowProps) {
  const change = useImportChange();
  return (
    <ActionButton
      action={change}
      className="link-button"
      aria-label={isSkipped ? `Take back row ${number}` : `Skip row ${number}`}
      onClick={() =>
        change.mutate((imports) => imports.patchRow({ id: importId, number }, { skip: !isSkipped }))
      }
    >
      {isSkipped ? 'Take it back' : 'Skip'}
    </ActionButton>
  );
}
