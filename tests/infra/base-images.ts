import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { repository } from './repository.ts';
import { runProgram } from './run-program.ts';

/** Paths that Debian's published images exclude as well. */
const EXCLUDED = ['doc', 'info', 'locale', 'man'].map(
  (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
);
/** The Debian of the Dockerfiles; the previous one if the machine's mirror does not have it. */
const SUITES = ['trixie', 'bookworm'];
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Creates the images that the Dockerfiles build on, under the names used there: Debian from the machine's
 * mirror of its packages, and Node.js from the machine's npm registry. A test machine may be unable to reach
 * an image registry.
 */
export async function createBaseImages(
  folder: string,
  buildah: (...args: string[]) => Promise<string>,
): Promise<void> {
  mkdirSync(folder);
  await createDebian(folder);
  const node = await fetchNode(folder);
  const certificates = copyCertificates(folder);
  const build = (name: string, lines: string[]) => {
    const file = join(folder, 'Dockerfile');
    writeFileSync(file, `${lines.join('\n')}\n`);
    return buildah('bud', '--pull-never', '-f', file, '-t', name, folder);
  };
  await build('debian:trixie-slim', ['FROM scratch', 'ADD debian.tar /', ...certificates.copy]);
  await build(`node:${node.version}-trixie-slim`, [
    'FROM debian:trixie-slim',
    'COPY node /usr/local/bin/',
    'COPY npm /usr/local/lib/node_modules/npm',
    'COPY npmrc /usr/local/etc/npmrc',
    `RUN cd /usr/local/bin && ln -s ../lib/node_modules/npm/bin/npx-cli.js npx`,
    `ENV npm_config_registry=${node.registry} ${certificates.variables}`,
  ]);
}

async function createDebian(folder: string): Promise<void> {
  const mirrors = await listMirrors();
  const proxies = await readAptProxies();
  const create = (suite: string) => {
    const sources = mirrors.map(({ uri, part }) => `deb ${uri} ${suite}${part} main`);
    const settings = [...EXCLUDED, ...proxies.map((setting) => `--aptopt=${setting}`)];
    const packages = ['--variant=minbase', '--include=ca-certificates,libstdc++6'];
    const target = join(folder, 'debian.tar');
    const args = [...packages, ...settings, suite, target, ...sources];
    return runProgram('mmdebstrap', args, { env: { TMPDIR: folder } });
  };
  const [newest = '', previous = ''] = SUITES;
  await create(newest).catch(() => create(previous));
}

/**
 * Lists the mirrors that apt uses on Debian, for the release and its updates. Elsewhere, mmdebstrap's default
 * applies.
 */
async function listMirrors(): Promise<Array<{ uri: string; part: string }>> {
  const { ID, VERSION_CODENAME: codename = '' } = parseEnv(readFileSync('/etc/os-release', 'utf8'));
  if (ID !== 'debian') return [];
  const targets = await runProgram('apt-get', ['indextargets', '--format', '$(RELEASE) $(REPO_URI)']);
  const lines = [...new Set(targets.split('\n'))].map((line) => line.split(' '));
  return lines.flatMap(([release = '', uri = '']) => {
    const part = release.slice(codename.length);
    return release.startsWith(codename) && ['', '-updates', '-security'].includes(part)
      ? [{ uri, part }]
      : [];
  });
}

async function readAptProxies(): Promise<string[]> {
  const settings = await runProgram('apt-config', ['dump', 'Acquire::http::Proxy', 'Acquire::https::Proxy']);
  return settings.split('\n').filter((line) => line !== '' && !line.endsWith(' "";'));
}

/** Copies Node.js and npm from the npm registry, and the machine's npm settings. */
async function fetchNode(folder: string): Promise<{ version: string; registry: string }> {
  const dockerfile = readFileSync(join(repository, 'infra/images/catalogue.Dockerfile'), 'utf8');
  const version = /^ARG NODE_VERSION=(\S+)/m.exec(dockerfile)?.[1] ?? '';
  const npm = async (...args: string[]) => (await runProgram('npm', args, { cwd: folder })).trim();
  const packages = [`--package=node@${version}`, '--package=npm@11'];
  const node = await npm('exec', '--yes', ...packages, '--', 'node', '-p', 'process.execPath');
  copyFileSync(node, join(folder, 'node'));
  cpSync(join(node, '../../../npm'), join(folder, 'npm'), { recursive: true });
  const settings = await npm('config', 'get', 'userconfig');
  writeFileSync(join(folder, 'npmrc'), existsSync(settings) ? readFileSync(settings) : '');
  return { version, registry: await npm('config', 'get', 'registry') };
}

/** Copies the certificates that the machine needs to reach its registry and its mirror. */
function copyCertificates(folder: string): { copy: string[]; variables: string } {
  const bundle = process.env['NODE_EXTRA_CA_CERTS'];
  if (!bundle) return { copy: [], variables: '' };
  copyFileSync(bundle, join(folder, 'certificates.pem'));
  return {
    copy: [`COPY certificates.pem ${CERTIFICATES}`],
    variables: `NODE_EXTRA_CA_CERTS=${CERTIFICATES} npm_config_cafile=${CERTIFICATES}`,
  };
}
