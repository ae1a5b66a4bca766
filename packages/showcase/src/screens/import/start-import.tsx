import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CallOptions, CollectionClient } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import { Field, TextField } from '../../components/field.tsx';
import { fieldErrorsOf, Form } from '../../components/form.tsx';
import { showBytes } from '../../components/format.ts';
import { useCollection } from '../../services.ts';
import { IMPORTS } from './use-import.ts';

/** Generous, because a ZIP may have 5 GiB, and the user can cancel. */
const UPLOAD_MS = 24 * 60 * 60 * 1000;

/** The first step of an import: a file, or a collection of the archive. */
export function StartImport() {
  return (
    <section aria-labelledby="start-import">
      <h2 id="start-import">Import a collection</h2>
      <p>Nothing is added until you have seen what the rows would become, and you can undo it later.</p>
      <FileForm />
      <ArchiveForm />
    </section>
  );
}

type Start = (imports: CollectionClient['imports'], options: CallOptions) => Promise<{ id: number }>;

/** Starts an import and opens its screen. */
function useStart() {
  const { imports } = useCollection();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const controller = useRef<AbortController>(undefined);
  const start = useMutation({
    mutationFn: (send: Start) => {
      controller.current = new AbortController();
      return send(imports, { signal: controller.current.signal });
    },
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: IMPORTS });
      void navigate(`/collection/import/${id}`);
    },
  });
  return { ...start, cancel: () => controller.current?.abort() };
}

function FileForm() {
  const start = useStart();
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState(0);

  function submit() {
    if (!file) return;
    setSent(0);
    const onUploadProgress: CallOptions['onUploadProgress'] = ({ sent: bytes, total }) =>
      setSent(bytes / total);
    start.mutate((imports, options) =>
      imports.create({ file }, { ...options, timeoutMs: UPLOAD_MS, onUploadProgress }),
    );
  }

  return (
    <Form error={start.error} fields={['file']} onSubmit={submit} aria-label="From a file">
      <Field
        label="From a file"
        errors={fieldErrorsOf(start.error)['file']}
        hint="CSV, XLSX or NDJSON of at most 50 MiB, or the ZIP of an export with its photos."
      >
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx,.ndjson,.zip"
            required
            disabled={start.isPending}
            onChange={(event) => setFile(event.target.files?.[0])}
          />
        )}
      </Field>
      {start.isPending && (
        <div className="progress">
          <progress aria-label="Upload" value={sent} />
          <span className="field-hint">{`${showBytes(sent * (file?.size ?? 0))} of ${showBytes(file?.size ?? 0)}`}</span>
          <Button className="link-button" onClick={start.cancel}>
            Cancel
          </Button>
        </div>
      )}
      <div className="actions">
        <button type="submit" className="button primary" disabled={start.isPending}>
          Upload and preview
        </button>
      </div>
    </Form>
  );
}

function ArchiveForm() {
  const start = useStart();
  const [collector, setCollector] = useState('');

  const submit = () =>
    start.mutate((imports, options) =>
      imports.create({ source: 'archive', archive_user_id: Number(collector) }, options),
    );
  return (
    <Form
      error={start.error}
      fields={['archive_user_id']}
      onSubmit={submit}
      aria-label="From Football Kit Archive"
    >
      <TextField
        label="From Football Kit Archive"
        errors={fieldErrorsOf(start.error)['archive_user_id']}
        hint="Your collector number (in the address of your collection page, e.g. 1057)."
        type="number"
        min="1"
        required
        value={collector}
        change={setCollector}
      />
      <div className="actions">
        <button type="submit" className="button" disabled={start.isPending}>
          Read the collection
        </button>
      </div>
    </Form>
  );
}
