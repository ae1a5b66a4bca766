import type { CollectionClient, ItemDetail, Photo } from '@kitroom/collection-client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { Problem } from '../../components/feedback.tsx';
import { RETRY_WHEN_ALLOWED } from '../../rate-limits.ts';
import { useCollection } from '../../services.ts';
import { movePhoto } from './arrange-photos.ts';
import { PhotoPicker } from './photo-picker.tsx';
import { usePhotos } from './use-photos.ts';

type Change = (photos: CollectionClient['photos']) => Promise<unknown>;

interface PhotoEditorProps {
  item: ItemDetail;
  /** Reads the item again; resolves once that is done. */
  refresh: () => Promise<unknown>;
}

/** The photos of an item that exists: each change is saved at once. The first photo is the main one. */
export function PhotoEditor({ item, refresh }: PhotoEditorProps) {
  const client = useCollection().photos;
  const uploads = usePhotos(`photos-${item.id}`);
  const [dragged, setDragged] = useState<number>();
  const change = useMutation({
    ...RETRY_WHEN_ALLOWED,
    mutationFn: (run: Change) => run(client),
    // One after the other: a caption may be left for a button.
    scope: { id: `photos of ${item.id}` },
    onSettled: refresh,
  });
  const add = async (files: Iterable<File>) => {
    await uploads.upload(item, [...uploads.photos, ...uploads.add(files)]);
    await refresh();
    uploads.clearDone();
  };
  const moved = useRef<{ id: number | undefined; to: Direction }>(undefined);
  const move = (from: number, to: number) => {
    moved.current = { id: item.photos[from]?.id, to: to < from ? 'forward' : 'back' };
    change.mutate((photos) => movePhoto(photos, item, from, to));
  };
  useEffect(() => {
    // Browsers take the focus from what is moved, and from buttons that are disabled.
    if (moved.current && document.activeElement === document.body) focusMover(moved.current);
    moved.current = undefined;
  }, [item.photos]);
  const dropOn = (index: number) => ({
    draggable: true,
    onDragStart: () => setDragged(index),
    onDragEnd: () => setDragged(undefined),
    onDragOver: (event: DragEvent) => dragged !== undefined && event.preventDefault(),
    onDrop: () => dragged !== undefined && move(dragged, index),
  });
  return (
    <>
      {change.error && <Problem error={change.error} />}
      <PhotoPicker {...uploads} add={(files) => void add(files)} isBusy={false}>
        {item.photos.map((photo, index) => (
          <li key={photo.id} className={dragged === index ? 'dragged' : ''} {...dropOn(index)}>
            <PhotoCard
              photo={photo}
              index={index}
              count={item.photos.length}
              change={change.mutate}
              move={(to) => move(index, to)}
            />
          </li>
        ))}
      </PhotoPicker>
    </>
  );
}

type Direction = 'forward' | 'back';

/** Focuses the button that moves a photo on, or else the one that moves it back. */
function focusMover({ id, to }: { id: number | undefined; to: Direction }): void {
  const find = (direction: Direction) =>
    document.querySelector<HTMLButtonElement>(`[name="${direction}-${id}"]:not(:disabled)`);
  (find(to) ?? find(to === 'forward' ? 'back' : 'forward'))?.focus();
}

interface PhotoCardProps {
  photo: Photo;
  index: number;
  count: number;
  change: (run: Change) => void;
  move: (to: number) => void;
}

function PhotoCard({ photo, index, count, change, move }: PhotoCardProps) {
  const name = `photo ${index + 1}`;
  const saveCaption = (caption: string) => {
    if (caption !== photo.caption) change((photos) => photos.patch({ id: photo.id }, { caption }));
  };
  const replace = (image: File | undefined) => {
    if (image) change((photos) => photos.patch({ id: photo.id }, { image }));
  };
  return (
    <>
      <span className="picture portrait">
        <img src={photo.image_card ?? photo.image} alt={photo.caption || name} width="120" height="160" />
      </span>
      <input
        key={photo.caption}
        aria-label={`Caption of ${name}`}
        placeholder="Caption"
        maxLength={1000}
        defaultValue={photo.caption}
        onBlur={(event) => saveCaption(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Not the whole form.
          event.preventDefault();
          saveCaption(event.currentTarget.value);
        }}
      />
      <span className="photo-actions">
        <PhotoButton
          name={`forward-${photo.id}`}
          label={`Move ${name} forward`}
          text="←"
          isOff={index === 0}
          act={() => move(index - 1)}
        />
        <PhotoButton
          name={`back-${photo.id}`}
          label={`Move ${name} back`}
          text="→"
          isOff={index === count - 1}
          act={() => move(index + 1)}
        />
        {index === 0 ? (
          <span className="badge">Main</span>
        ) : (
          <PhotoButton
            label={`Make main: ${name}`}
            text="Make main"

            act={() => move(0)}
          />
        )}
        <label className="link-button">
          <span aria-hidden="true">Replace</span>
          <input
            type="file"
            accept="image/*"
            aria-label={`Replace ${name}`}
            className="visually-hidden"
            onChange={(event) => replace(event.target.files?.[0])}
          />
        </label>
        <PhotoButton
          label={`Remove ${name}`}
          text="Remove"

          act={() => {
            if (window.confirm('Remove this photo?')) change((photos) => photos.remove({ id: photo.id }));
          }}
        />
      </span>
    </>
  );
}

interface PhotoButtonProps {
  label: string;
  text: string;
  isOff?: boolean;
  name?: string;
  act: () => void;
}

function PhotoButton({ label, text, isOff = false, name, act }: PhotoButtonProps) {
  return (
    <button
      type="button"
      className="link-button"
      name={name}
      aria-label={label}
      disabled={isOff}
      onClick={act}
    >
      {text}
    </button>
  );
}
