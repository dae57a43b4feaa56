// The page of a table that waits: whoever comes by the host's link is here to set it up.

if (location.hash.startsWith("#host")) location.replace(`/setup${location.hash}`);
