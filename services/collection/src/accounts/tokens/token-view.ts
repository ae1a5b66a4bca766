import type * as z from 'zod';
import type { appToken, createdAppToken, currentToken } from '@kitroom/collection-client';
import type { AppTokenRow } from './app-token-queries.ts';
import type { TokenDatesRow } from './token-queries.ts';

type AppToken = z.input<typeof appToken>;

export function toAppToken({ id, name, scope, ...dates }: AppTokenRow): AppToken {
  return { id, name, scope, ...toDates(dates) };
}

/** A new app token, with its secret. */
export function toCreatedAppToken(row: AppTokenRow, token: string): z.input<typeof createdAppToken> {
  return { ...toAppToken(row), token };
}

/** The token of a request: an app token or, without a name, the user's one token. */
export function toCurrentToken(row: AppTokenRow | TokenDatesRow): z.input<typeof currentToken> {
  if ('name' in row) {
    const { name, scope, ...dates } = row;
    return { name, scope, ...toDates(dates) };
  }
  return { name: null, scope: 'write', ...toDates({ ...row, expires_at: null }) };
}

function toDates(row: Pick<AppTokenRow, 'created_at' | 'last_used_at' | 'expires_at'>) {
  return {
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}
