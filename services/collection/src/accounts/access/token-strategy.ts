import type { Request } from 'express';
import { Strategy as BearerStrategy } from 'passport-http-bearer';

const TOKEN_SCHEME = /^(?:token|bearer)(?: (.*))?$/i;
const TOKEN = /^ *[A-Za-z0-9._~+/=-]+ *$/;

/** The strategy's challenge without a token; the response says `unauthenticated`. */
export const NO_TOKEN = 'no token';

/** Accepts `Authorization: Token …`, and `Bearer …` for clients limited to that. */
export class TokenStrategy extends BearerStrategy {
  override name = 'token';

  override authenticate(request: Request): void {
    const scheme = TOKEN_SCHEME.exec(request.headers.authorization ?? '');
    if (!scheme) {
      this.fail(NO_TOKEN);
      return;
    }
    if (!TOKEN.test(scheme[1] ?? '')) {
      this.fail(400);
      return;
    }
    // The base class would also accept a token from the query string and the body, which end up in logs.
    const shown: Request = Object.create(request, {
      headers: { value: { authorization: `Bearer ${scheme[1]?.trim()}` } },
      body: { value: undefined },
      query: { value: {} },
    }) as Request;
    super.authenticate(shown);
  }
}
