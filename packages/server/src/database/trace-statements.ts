import type { Database } from './database.ts';
import { currentTask } from '../telemetry/task.ts';
import type { TraceSpan } from '../telemetry/tracing-span.ts';

/** Knex's name for the id of one run of a statement. */
const UID = '__knexQueryUid';

/** What Knex tells of a statement. */
interface Statement {
  sql: string;
  [UID]: string;
}

/**
 * Makes every statement of a traced task a span: its text with `?` or `$1` for its values, which are not told.
 * A span begins when the statement is sent: waiting for a connection comes before it.
 */
export function traceStatements(db: Database, namespace: string): void {
  const underway = new Map<string, TraceSpan>();

  function end({ [UID]: uid }: Statement, failure?: string): void {
    const span = underway.get(uid);
    if (!span) return;
    underway.delete(uid);
    if (failure !== undefined) span.fail(failure);
    span.end();
  }

  db.on('query', (statement: Statement) => {
    const span = currentTask()?.span;
    if (span) underway.set(statement[UID], span.begin(describe(statement, namespace)));
  });
  db.on('query-response', (_rows: unknown, statement: Statement) => end(statement));
  db.on('query-error', (error: Error & { code?: string }, statement: Statement) =>
    end(statement, error.code ?? error.name),
  );
}

function describe({ sql }: Statement, namespace: string) {
  const text = sql.replaceAll(/\s+/g, ' ').trim();
  const operation = (/^[a-z]+/i.exec(text)?.[0] ?? 'statement').toUpperCase();
  return {
    name: `${operation} ${namespace}`,
    kind: 'client' as const,
    attributes: {
      'db.system.name': 'postgresql',
      'db.namespace': namespace,
      'db.operation.name': operation,
      'db.query.text': text,
    },
  };
}
