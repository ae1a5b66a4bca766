import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from './feedback.tsx';
import { saveStream } from './save-file.ts';
import { showBytes } from './show-bytes.ts';

export interface DownloadButtonProps {
  label: string;
  /** Of the file. */
  name: string;
  read: () => Promise<Response>;
}

/** Saves a streamed response as a file, and shows how much of it has arrived. */
export function DownloadButton({ label, name, read }: DownloadButtonProps) {
  const [bytes, setBytes] = useState(0);
  const download = useMutation({
    mutationFn: async () => {
      setBytes(0);
      return saveStream(await read(), name, setBytes);
    },
  });
  return (
    <>
      {download.error && <Problem error={download.error} />}
      <button
        type="button"
        className="button"
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        {download.isPending ? `Downloading, ${showBytes(bytes)}` : label}
      </button>
    </>
  );
}
