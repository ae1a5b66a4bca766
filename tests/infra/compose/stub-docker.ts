import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Image, ImageName } from '../images.ts';
import { runBackup } from './run-backup.ts';
import { createProject } from './stub-project.ts';

/** A call of the program `docker`. */
export interface DockerCall {
  args: string[];
  /** Standard input, if the call passes it on. */
  input?: string;
  cwd: string;
  env: Record<string, string>;
}

export interface DockerResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A program `docker` that runs the root folders of built images under bubblewrap. */
export interface StubDocker {
  /** What the program needs to find the engine. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

const CLIENT = join(import.meta.dirname, 'docker-client.mjs');

/**
 * Puts a program `docker` into the folder `stubs`. It knows `compose -f <file> up` and `exec`, and `run` of a
 * backup, and fails with any other call. Containers use this machine's network, so service names are replaced
 * by published ports.
 */
export async function startStubDocker(folder: string, images: Record<ImageName, Image>): Promise<StubDocker> {
  const project = createProject(folder, images);
  const run = ({ args: [command, ...args], ...call }: DockerCall): Promise<DockerResult> => {
    const [option, file = '', verb, ...others] = args;
    if (command === 'run') return runBackup(args, call, project);
    if (command !== 'compose' || option !== '-f') throw new Error(`docker ${command} is unknown here`);
    if (verb === 'up') return project.up(file, call);
    if (verb === 'exec') return project.exec(others, call);
    throw new Error(`docker compose ${verb} is unknown here`);
  };
  const server = createServer((request, response) => {
    void respond(request, run).then((result) => response.end(JSON.stringify(result)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const script = `#!/bin/sh\nexec '${process.execPath}' '${CLIENT}' "$@"\n`;
  writeFileSync(join(folder, 'stubs/docker'), script, { mode: 0o755 });
  return {
    env: { STUB_DOCKER: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    async stop() {
      server.close();
      await project.stop();
    },
  };
}

async function respond(request: IncomingMessage, run: (call: DockerCall) => Promise<DockerResult>) {
  try {
    return await run((await json(request)) as DockerCall);
  } catch (error) {
    return { status: 1, stdout: '', stderr: `${(error as Error).message}\n` };
  }
}
