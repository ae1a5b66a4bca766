// Jest's transformer: the same stripping of types that `node file.ts` does, so lines and columns stay true.
import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';

export default {
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
  processAsync: async (source) => ({ code: stripTypeScriptTypes(source) }),
  getCacheKey: (source, path) =>
    createHash('sha256').update(source).update(path).update(process.version).digest('hex'),
};
