"""Line mode: everything is a sentence, for screen readers, pipes and plain terminals."""
