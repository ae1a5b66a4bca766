import type { Photos, PhotoUpload } from './use-photos.ts';

/** Chooses photos and shows how far each has come. */
export function PhotoPicker({ photos, isKept, add, remove, isBusy }: Photos & { isBusy: boolean }) {
  return (
    <fieldset className="photos">
      <legend>Photos</legend>
      <ul className="photo-list">
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <PhotoLine photo={photo} title={`Photo ${index + 1}`} />
            {photo.state !== 'done' && !isBusy && (
              <button
                type="button"
                className="link-button"
                aria-label={`Remove photo ${index + 1}`}
                onClick={() => remove(photo)}
              >
                Remove
              </button>
            )}
          </li>
        ))}
        <li>
          <label className="add-photos">
            <span>Add photos</span>
            <input
              type="file"
              accept="image/*"
              multiple
              className="visually-hidden"
              disabled={isBusy}
              onChange={(event) => {
                add(event.target.files ?? []);
                event.target.value = '';
              }}
            />
          </label>
        </li>
      </ul>
      {!isKept && (
        <p className="field-hint" role="status">
          This browser cannot keep files: if you leave this page before saving, choose the photos again.
        </p>
      )}
    </fieldset>
  );
}

const STATES = { waiting: 'Not uploaded yet', uploading: 'Uploading', done: 'Uploaded', failed: 'Failed' };

function PhotoLine({ photo, title }: { photo: PhotoUpload; title: string }) {
  const { url, progress, state, problem } = photo;
  return (
    <>
      <span className="picture portrait">
        <img src={url} alt={title} width="120" height="160" />
      </span>
      <progress aria-label={`Upload of ${title.toLowerCase()}`} value={progress} />
      <span className={state === 'failed' ? 'field-error' : 'field-hint'}>{problem ?? STATES[state]}</span>
    </>
  );
}
