// The used part of passport-http-bearer 1.0.1, which has no types.
declare module 'passport-http-bearer' {
  import type { Request } from 'express';
  import { Strategy as PassportStrategy } from 'passport';

  type Done = (error: unknown, user?: object | false) => void;

  export class Strategy extends PassportStrategy {
    constructor(verify: (token: string, done: Done) => void);
    override authenticate(request: Request): void;
  }
}
