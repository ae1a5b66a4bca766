import { useMutation } from '@tanstack/react-query';
import { describeError } from '../components/feedback.tsx';
import { useCollection } from '../services.ts';

/** Downloads all items as a table for spreadsheet programs. */
export function DownloadCollection() {
  const collection = useCollection();
  const download = useMutation({
    mutationFn: async () => {
      const response = await collection.collections.myItemsCsv({ bom: true });
      saveFile(await response.blob(), 'my-collection.csv');
    },
  });
  return (
    <>
      {download.error && <span role="alert">{describeError(download.error)}</span>}
      <button
        type="button"
        className="button"
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        Download as CSV
      </button>
    </>
  );
}

/** Browsers save what a link with `download` leads to. */
function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
