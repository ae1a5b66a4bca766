// The load generator: a process of its own, so that its CPU time is neither the service's nor the measurement's. Takes
// a `Round` as a message and sends back a `RoundResult`, or an error.
import { messageOf } from '@kitroom/devstack/devstack-error';
import { askForRound, type Round } from './ask-in-rounds.ts';

process.on('message', (round: Round) => {
  askForRound(round).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: messageOf(error) }),
  );
});
process.on('disconnect', () => process.exit());
