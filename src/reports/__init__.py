"""What a campaign came to, for people: pictures and pages that work offline, from its journal and its records."""
