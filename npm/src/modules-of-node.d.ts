// SPDX-License-Identifier: GPL-3.0-or-later
// The few things of Node that the package uses, so that its build needs no package of types.
declare module 'node:fs' {
  export function readFileSync(path: string | URL): Uint8Array<ArrayBuffer>;
}

declare module 'node:fs/promises' {
  export function readFile(path: string | URL): Promise<Uint8Array<ArrayBuffer>>;
}

declare module 'node:worker_threads' {
  export const workerData: unknown;
  export const parentPort: { postMessage(message: unknown): void; on(event: 'message', heard: (message: unknown) => void): void };
  export class Worker {
    constructor(address: URL, options: { workerData: unknown });
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- messages are what the sender made them
    on(event: 'message', heard: (message: any) => void): void;
    on(event: 'error', heard: (error: Error) => void): void;
    postMessage(message: unknown): void;
    ref(): void;
    unref(): void;
    terminate(): Promise<number>;
  }
}
