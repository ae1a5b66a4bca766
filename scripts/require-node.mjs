// Runs before package scripts that pnpm starts with the machine's own Node.js. Plain JavaScript for Node.js
// 20.
import { isRuntimeNode, runtimeNode } from './bootstrap.mjs';

if (!isRuntimeNode()) {
  process.stderr.write(
    `Node.js ${runtimeNode.join('.')} or newer is needed (this one is ${process.version}): ` +
      'run `npm run dev` in the repository’s folder, which fetches it\n',
  );
  process.exitCode = 1;
}
