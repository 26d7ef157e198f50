// What a file of merged models holds: a choice where there are several, how far the loading is, why it failed.
import { Button, Dialog } from '@radix-ui/themes';
import { DialogSheet } from '../../../page/parts/dialog-sheet';
import { Fault } from '../../../page/parts/fault';
import { LoadingModel } from './loading-model';
import { closeArchive, loadArchived } from './model-archive';
import { useModels } from './models-store';

export function ArchiveDialog() {
  const archive = useModels((state) => state.archive);
  const loading = useModels((state) => state.loading);
  const fault = useModels((state) => state.fault);
  const { file, folders = [] } = archive ?? {};
  return (
    <Dialog.Root open={file !== undefined} onOpenChange={(open) => !open && closeArchive()}>
      <DialogSheet
        title={file?.name}
        about="Models with what a policy learnt in their weights. The next run trains from the one that is loaded; “Model” in Setup leads back to the one that ships."
        maxWidth="480px"
      >
        <div className="grid gap-3 after-3">
          {!loading && file && folders.length > 1 && (
            // biome-ignore lint/a11y/useSemanticElements: buttons are no form
            <div className="grid" role="group" aria-label="Which model">
              <p>It holds {folders.length} of them. Which one is to be loaded?</p>
              <div className="row wrap">
                {folders.map((folder) => (
                  <Button key={folder} variant="soft" onClick={() => void loadArchived(file, folder)}>
                    {folder || 'the one at its top'}
                  </Button>
                ))}
              </div>
            </div>
          )}
          <LoadingModel />
          {fault && <Fault>{fault} – the model chosen before stays.</Fault>}
        </div>
      </DialogSheet>
    </Dialog.Root>
  );
}
