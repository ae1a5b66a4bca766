import { describe, expect, it } from '@jest/globals';
import { parseSource, parseSources } from './parse-sources.ts';
import { findSwallowedErrors } from './swallowed-errors.ts';

describe('caught errors in the sources', () => {
  it('are rethrown, logged or passed on, or a comment explains why not', () => {
    expect(parseSources(/catch|then\(/).flatMap(findSwallowedErrors)).toEqual([]);
  });
});

describe('findSwallowedErrors', () => {
  it.each([
    ['catch without a parameter', 'try { run(); } catch { stop(); }'],
    ['catch that only looks at its error', 'try { run(); } catch (error) { if (isOld(error)) stop(); }'],
    ['function for a rejection that ignores it', 'run().catch(() => undefined);'],
    ['second function of then that ignores its error', 'run().then(done, () => stop());'],
    ['comment on another statement', '// Why.\nstart();\nrun().catch(() => {});'],
    [
      'comment on an error within the handler',
      'try { run(); } catch {\n// Why.\nawait stop().catch(() => {});\n}',
    ],
    ['comment on a function', '/** Runs. */\nfunction f() { return run().catch(() => []); }'],
  ])('reports a %s', (_kind, text) => {
    expect(findSwallowedErrors(parseSource('a.ts', text))).toHaveLength(1);
  });

  it.each([
    ['throws another error', 'try { run(); } catch { throw new Error(); }'],
    ['rethrows unexpected errors', 'try { run(); } catch (error) { if (!isOld(error)) throw error; }'],
    ['logs', 'try { run(); } catch { log.warn({}, "failed"); }'],
    ['calls back with the error', 'run().catch((error) => done(error));'],
    ['is another function', 'run().catch(reject);'],
    ['returns parts of the error', 'run().catch(({ message }) => ({ message }));'],
    ['contains a comment', 'try { run(); } catch { /* It has ended. */ }'],
    ['has a comment above its statement', '// It may be missing.\nawait remove().catch(() => undefined);'],
    ['is a default value of a schema', 'const count = z.number().catch(undefined);'],
  ])('accepts a handler that %s', (_kind, text) => {
    expect(findSwallowedErrors(parseSource('a.ts', text))).toEqual([]);
  });
});
