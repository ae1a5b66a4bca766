import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTestLock } from '@kitroom/testing/test-databases';
import { testVariables } from '@kitroom/testing/test-servers';
import { createBaseImages } from './base-images.ts';
import { repository } from './repository.ts';
import { runProgram } from './run-program.ts';

export const IMAGES = ['catalogue', 'collection', 'showcase'] as const;
export type ImageName = (typeof IMAGES)[number];

/** A built image, as a folder and the configuration that engines start it with. */
export interface Image {
  /** The folder that is the image's `/`. */
  root: string;
  /** As `docker inspect` shows it. */
  config: {
    User: string;
    Env: string[];
    Entrypoint: string[];
    Cmd: string[];
    WorkingDir: string;
    StopSignal: NodeJS.Signals;
    Healthcheck: { Test: string[] };
    Labels: Record<string, string>;
  };
}

/** For describeWhere: whether this machine can build and run images. */
export const canRunImages =
  process.getuid?.() === 0 &&
  ['buildah', 'mmdebstrap', 'bwrap'].every((program) => spawnSync(program, ['--version']).status === 0);

export const NEEDED_FOR_IMAGES = 'buildah, mmdebstrap and bubblewrap are needed, and the rights of root';

/** Builds the three images, once per run of the tests, which removes them at its end. */
export async function buildImages(): Promise<Record<ImageName, Image>> {
  const folder = process.env[testVariables.images];
  if (!folder) throw new Error('the test servers are not running');
  const result = join(folder, 'images.json');
  await withTestLock('images', async () => {
    if (!existsSync(result)) writeFileSync(result, JSON.stringify(await buildAll(folder)));
  });
  return JSON.parse(readFileSync(result, 'utf8')) as Record<ImageName, Image>;
}

async function buildAll(folder: string): Promise<Partial<Record<ImageName, Image>>> {
  const work = join(folder, 'build');
  mkdirSync(work);
  const buildah = createBuildah(work);
  await createBaseImages(join(work, 'base'), buildah);
  const images: Partial<Record<ImageName, Image>> = {};
  for (const name of IMAGES) images[name] = await buildImage(name, join(folder, name), buildah);
  rmSync(work, { recursive: true });
  return images;
}

async function buildImage(
  name: ImageName,
  root: string,
  buildah: (...args: string[]) => Promise<string>,
): Promise<Image> {
  const dockerfile = join(repository, `infra/images/${name}.Dockerfile`);
  // The OCI's own format has no health checks.
  await buildah('bud', '--format', 'docker', '--pull-never', '-f', dockerfile, '-t', name, repository);
  const container = (await buildah('from', '--pull-never', name)).trim();
  renameSync((await buildah('mount', container)).trim(), root);
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', name)) as {
    Docker: { config: Image['config'] };
  };
  return { root, config: Docker.config };
}

/** Creates a Buildah with separate storage and settings that also work as root in a container. */
function createBuildah(folder: string) {
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const env = { BUILDAH_ISOLATION: 'chroot', TMPDIR: folder };
  return (...args: string[]) =>
    runProgram('buildah', [...storage, '--storage-driver', 'vfs', ...args], { env });
}
