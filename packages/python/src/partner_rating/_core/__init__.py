"""The parts that all calls share."""
