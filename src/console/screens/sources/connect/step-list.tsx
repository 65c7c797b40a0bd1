import type { SourcePreset } from "#client";
import setup from "#console/screens/channels/connect/setup.module.css";
import { useTexts } from "#console/texts/catalogue";
import { Stack } from "#console/ui/stack";
import { stepTexts } from "./step-texts";

/** The steps to take in the other service, in the reader's language. */
export function useSteps({ name, steps }: Pick<SourcePreset, "name" | "steps">) {
  const { of } = useTexts(stepTexts);
  const own = of(name);
  return own ? own.split("\n") : steps;
}

export function StepList({ preset }: { preset: SourcePreset }) {
  return (
    <Stack as="ol" gap={4} className={setup.steps}>
      {useSteps(preset).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </Stack>
  );
}
