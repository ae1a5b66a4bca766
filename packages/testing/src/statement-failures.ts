import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';

/** The statement that failed as requested by a test. */
export interface FailedStatement {
  sql?: string;
}

type Send = (this: pg.Client, statement: unknown, ...more: unknown[]) => unknown;

/** Statements that processes send regularly, without requests. */
const OF_ITS_OWN = /clock_timestamp\(\)/;

/**
 * Makes single statements of services in this process fail, as if their connection had ended. Statements are
 * counted from the call of `failStatement` on, in one database.
 */
export function useStatementFailures() {
  const original = pg.Client.prototype.query as unknown as Send;
  let fail: { database: string; number: number; failed: FailedStatement } | undefined;

  beforeAll(() => {
    const send: Send = function send(statement, ...more) {
      const sql = textOf(statement);
      const isCounted = fail !== undefined && this.database === fail.database && !OF_ITS_OWN.test(sql);
      if (!fail || !isCounted) return original.call(this, statement, ...more);
      fail.number -= 1;
      if (fail.number > 0) return original.call(this, statement, ...more);
      fail.failed.sql = sql;
      fail = undefined;
      const error = Object.assign(new Error('terminating connection due to administrator command'), {
        code: '57P01',
      });
      const callback = more.find((value) => typeof value === 'function');
      if (!callback) return Promise.reject(error);
      process.nextTick(callback, error);
      return undefined;
    };
    Object.assign(pg.Client.prototype, { query: send });
  });
  afterAll(() => void Object.assign(pg.Client.prototype, { query: original }));

  return {
    failStatement(database: string, number: number): FailedStatement {
      const failed: FailedStatement = {};
      fail = { database, number, failed };
      return failed;
    },
    failNothing(): void {
      fail = undefined;
    },
  };
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text, sql } = statement as { text?: string; sql?: string };
  return text ?? sql ?? '';
}
