import type { Span } from '@opentelemetry/api';
import { beginCall, failSpan } from '../telemetry/task.ts';
import type { Database } from './database.ts';

/** The property with the id of an execution, in Knex's statement events. */
const UID = '__knexQueryUid';

/** The properties of Knex's statement events that are used. */
interface Statement {
  sql: string;
  [UID]: string;
}

/**
 * Records a span for every statement of a traced task: its text with placeholders, without the values. The
 * span starts when the statement is sent, not while waiting for a connection.
 */
export function traceStatements(db: Database, namespace: string): void {
  const underway = new Map<string, Span>();

  function end({ [UID]: uid }: Statement, failure?: string): void {
    const span = underway.get(uid);
    if (!span) return;
    underway.delete(uid);
    if (failure !== undefined) failSpan(span, failure);
    span.end();
  }

  db.on('query', (statement: Statement) => {
    const span = beginCall(() => describe(statement, namespace));
    if (span) underway.set(statement[UID], span);
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
    attributes: {
      'db.system.name': 'postgresql',
      'db.namespace': namespace,
      'db.operation.name': operation,
      'db.query.text': text,
    },
  };
}
