// The program `docker` of a test: sends its call to the test, which is the engine, and ends as the engine
// says.
import { readFileSync } from 'node:fs';

const args = process.argv.slice(2);
// `exec -T` passes its standard input on; without `-T`, a person types.
const input = args.includes('-T') ? readFileSync(0, 'utf8') : undefined;
const body = JSON.stringify({ args, input, cwd: process.cwd(), env: process.env });
const response = await fetch(process.env.STUB_DOCKER, { method: 'POST', body });
const { status, stdout, stderr } = await response.json();
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status;
