import { Play, Workflow } from "lucide-react";
import { type Channel, enrolLead } from "#client";
import { useMayEnrol } from "#console/data/may-do";
import { useScenarioNames } from "#console/data/scenario-names";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Menu, MenuGroup, MenuItem } from "#console/ui/menu";
import { useProblemToast } from "#console/ui/toasts";
import { texts } from "./texts";

/** Enrols the lead that is played in a scenario of the platform, to see what it sends. */
export function StartScenario({ channel, lead }: { channel: Channel; lead: number }) {
  const t = useTexts(texts);
  const client = useClient();
  const toastProblem = useProblemToast();
  const mayEnrol = useMayEnrol();
  const { data: scenarios = [] } = useScenarioNames();
  const startable = scenarios.filter(
    ({ platform, is_active: isActive }) => isActive && platform === channel.platform,
  );
  const start = (scenario: number) =>
    enrolLead({ client, path: { scenario }, body: { lead_id: lead } }).catch(toastProblem);
  if (!mayEnrol || startable.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button size="small" icon={<Play />}>
          {t.start}
        </Button>
      }
    >
      <MenuGroup label={t.startAbout}>
        {startable.map(({ id, name }) => (
          <MenuItem key={id} icon={<Workflow />} onSelect={() => void start(id)}>
            {name}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}
