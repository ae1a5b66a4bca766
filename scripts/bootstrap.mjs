// Prepares the workspace: installs its dependencies and a recent enough Node.js. Runs on the machine's own
// Node.js before anything is installed, so it is plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants as os } from 'node:os';
import { join } from 'node:path';
import { takeProcessLock } from '../packages/devstack/src/process-lock.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const oldestNode = [20, 19];
// The minimum of jsdom. Jest can load it only since 24.9, which supports require() of ES modules.
export const runtimeNode = [24, 15];
const fetchedNode = '24.21.0';

/** A failure with a one-line message. */
export class BootstrapError extends Error {
  constructor(message, status = 1) {
    super(message);
    this.status = status;
  }
}

/**
 * Installs the dependencies if they do not match the lock file, and returns the path of a recent enough
 * Node.js.
 */
export async function prepare(root) {
  if (!isAtLeast(oldestNode)) {
    throw new BootstrapError(
      `Node.js ${oldestNode.join('.')} or newer is needed, this is ${process.version}`,
    );
  }
  const expectedFingerprint = fingerprint(root);
  const usableNodeFor = (stamp) => stamp.fingerprint === expectedFingerprint && usableNode(stamp);
  const readyNode = usableNodeFor(readStamp(root));
  if (readyNode) return readyNode;

  const release = await waitForTurn(join(root, '.data', 'bootstrap.lock'));
  try {
    const stamp = readStamp(root);
    const node = usableNode(stamp) ?? (await fetchNode(root));
    if (stamp.fingerprint !== expectedFingerprint) await install(root);
    writeStamp(root, {
      fingerprint: expectedFingerprint,
      node: node === process.execPath ? stamp.node : node,
    });
    return node;
  } finally {
    release();
  }
}

/** Whether this Node.js can run the services. */
export function isRuntimeNode() {
  return isAtLeast(runtimeNode);
}

function isAtLeast([major, minor]) {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** The pinned package manager: `pnpm@10.34.9`. */
export function packageManagerOf(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager;
}

function fingerprint(root) {
  const folders = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name))
      .toSorted(),
  );
  const members = [...folders, 'tests'].map((folder) => join(folder, 'package.json'));
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...members]) {
    const path = join(root, file);
    hash.update(`\n${file}\n`).update(existsSync(path) ? readFileSync(path) : '');
  }
  return hash.digest('hex');
}

function usableNode(stamp) {
  if (isRuntimeNode()) return process.execPath;
  try {
    accessSync(stamp.node, constants.X_OK);
    return stamp.node;
  } catch {
    return undefined;
  }
}

async function fetchNode(root) {
  const { output, status } = await runNpm(
    root,
    `Fetching Node.js ${fetchedNode} (this one is ${process.version}, ${runtimeNode.join('.')} or newer is needed)`,
    ['npm', 'exec', '--yes', `--package=node@${fetchedNode}`, '--', 'node', '-p', 'process.execPath'],
    { isQuiet: true },
  );
  const path = output.trim().split('\n').at(-1);
  if (status === 0 && path) return path;
  throw new BootstrapError(
    `Node.js ${runtimeNode.join('.')} or newer is needed, this is ${process.version}, and npm could not fetch one${reasonIn(output)}`,
  );
}

async function install(root) {
  rmSync(stampFile(root), { force: true });
  const pnpm = packageManagerOf(root);
  // The dependencies must match the Node.js that runs them, not the one that installs them.
  const nodeVersion = `--config.node-version=${fetchedNode}`;
  const command = ['npx', '-y', pnpm, 'install', '--frozen-lockfile', nodeVersion];
  const { output, status } = await runNpm(root, 'Installing the dependencies', command);
  if (status !== 0) {
    throw new BootstrapError(
      `the dependencies could not be installed${reasonIn(output, pnpm) || '; see the output of pnpm above'}`,
    );
  }
}

function reasonIn(output, pnpm = 'pnpm') {
  const code = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/.exec(
    output,
  )?.[0];
  if (code) return `: the package registry cannot be reached (${code}); the first run needs the network`;
  if (output.includes('ERR_PNPM_OUTDATED_LOCKFILE')) {
    return `: pnpm-lock.yaml does not fit the package.json files; bring it up to date with npx -y ${pnpm} install`;
  }
  const failure = /(?:npm error|ERR_PNPM_\w+|ENOENT).*/.exec(output)?.[0];
  return failure ? `: ${failure}` : '';
}

// Progress is written to standard error, because standard output belongs to the command to run.
async function runNpm(root, title, [command, ...args], { isQuiet = false } = {}) {
  process.stderr.write(`${title} …\n`);
  const env = {
    // Retries after one and ten seconds, instead of waiting for more than a minute without a network.
    npm_config_fetch_retry_mintimeout: '1000',
    npm_config_fetch_retry_maxtimeout: '10000',
    ...process.env,
    CI: '1',
    npm_config_loglevel: 'warn',
    npm_config_update_notifier: 'false',
  };
  // The process has its own group, so that an interrupted installation can be killed completely.
  const options = { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] };
  let output = '';
  const onOutput = (chunk, isError) => {
    if (!isQuiet) process.stderr.write(chunk);
    output = isQuiet && isError ? `${chunk}${output}` : `${output}${chunk}`;
  };
  let interruptedBy;
  const status = await runProcess(
    command,
    args,
    options,
    (child, signal) => {
      interruptedBy ??= signal;
      try {
        process.kill(-child.pid, 'SIGTERM');
      } catch {
        // It has exited already.
      }
    },
    onOutput,
  );
  if (interruptedBy) throw new BootstrapError('interrupted', 128 + os.signals[interruptedBy]);
  return { output, status };
}

/**
 * Runs a process and returns its exit status. Until it ends, signals to this process are passed to
 * `onSignal`, and the output of the process, if piped, to `onOutput`.
 */
export function runProcess(command, args, options, onSignal, onOutput) {
  return new Promise((resolve, reject) => {
    const pass = (signal) => onSignal(child, signal);
    // Registered before the process starts, because a signal in between would end only this process.
    for (const signal of SIGNALS) process.on(signal, pass);
    const child = spawn(command, args, options);
    child.stdout?.on('data', (chunk) => onOutput(chunk, false));
    child.stderr?.on('data', (chunk) => onOutput(chunk, true));
    child.on('error', (error) =>
      reject(new BootstrapError(`${command} cannot be started: ${error.message}`)),
    );
    child.on('close', (status, signal) => {
      for (const handledSignal of SIGNALS) process.off(handledSignal, pass);
      resolve(status ?? 128 + os.signals[signal]);
    });
  });
}

async function waitForTurn(path) {
  for (let isReported = false; ; isReported = true) {
    const lock = takeLock(path);
    if (lock.taken) return lock.release;
    if (!isReported) process.stderr.write(`Waiting for process ${lock.heldBy}, which is installing here …\n`);
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
}

// Without write permission, there is nothing to lock: another user has installed the dependencies.
function takeLock(path) {
  try {
    return takeProcessLock(path);
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EROFS') return { taken: true, release: () => {} };
    throw error;
  }
}

function stampFile(root) {
  return join(root, 'node_modules', '.bootstrap-stamp');
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(stampFile(root), 'utf8'));
  } catch {
    return {};
  }
}

function writeStamp(root, stamp) {
  const draft = `${stampFile(root)}.${process.pid}`;
  try {
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    writeFileSync(draft, JSON.stringify(stamp));
    renameSync(draft, stampFile(root));
  } catch (error) {
    // Another user's installation is complete. Without the stamp, only the search for Node.js is repeated.
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
  }
}
