import { useEffect, useRef, useState } from "react";

/** Whether an element has come into view yet. */
export function useSeen<Of extends Element>() {
  const ref = useRef<Of>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || isSeen) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isSeen]);
  return [ref, isSeen] as const;
}
